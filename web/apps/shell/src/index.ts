// The payment link of an invoice needs nothing of the back office (pay.tsx handles it where that is open).
const invoice = /^#\/invoice\/([\w-]+)$/.exec(window.location.hash);
if (invoice) window.location.replace(`/pay/${invoice[1]}`);
else void import("./bootstrap");
