export { BulkDialog, type BulkWhat } from "./bulk-dialog";
export { EmailLog } from "./email-log";
export { SendDialog, type MailKind } from "./send-dialog";
