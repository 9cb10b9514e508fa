/** Loader of `antd/dist/antd.css`: leaves in it what screens use. */
module.exports = async function antdSheet(css) {
  const { cutSheet } = await import("./antd.mjs");
  return cutSheet(css);
};
