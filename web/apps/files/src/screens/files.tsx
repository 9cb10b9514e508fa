import FileList from "../file-list";

/** Every file the person may see. */
export default function Screen() {
  return <FileList whole />;
}
