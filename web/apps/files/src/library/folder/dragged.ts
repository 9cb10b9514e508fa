/** The type of data of files of the library that are dragged onto a folder: their ids. */
export const draggedFiles = "application/x-staffroom-files";
