/** The data type of the library's files that are dragged onto a folder: their ids. */
export const draggedFiles = "application/x-staffroom-files";
