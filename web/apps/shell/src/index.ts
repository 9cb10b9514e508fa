// Who opens the link on an invoice needs nothing of the back office (see pay.tsx for those who have it open already).
const invoice = /^#\/invoice\/([\w-]+)$/.exec(window.location.hash);
if (invoice) window.location.replace(`/pay/${invoice[1]}`);
else void import("./bootstrap");
