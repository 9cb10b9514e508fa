/** Has the texts of a source looked up in the catalogue (`texts.mjs`). */
module.exports = async function textsLoader(source) {
  const { wrapTexts } = await import("./texts.mjs");
  return wrapTexts(source, this.resourcePath) ?? source;
};
