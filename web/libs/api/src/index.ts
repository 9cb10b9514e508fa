export * from "./auth";
export * from "./client";
export * from "./constants";
export * from "./errors";
export * from "./jobs";
export {
  cancelSend,
  connectionLost,
  connectionRestored,
  getConnection,
  isWaiting,
  loadPiece,
  onReconnect,
  sendLater,
  useConnection,
  type Connection,
  type Waiting,
} from "./connection";
export * from "./personal";
export * from "./query";
export { learnStale } from "./stale";
export * from "./realtime";
export * from "./store";
export { databaseName } from "./databases";
export { adopt, discard, handOver, onSent, sendAgain, sendLaterOf, useRefused } from "./unsent";
export { readUnsent, unsentKey, type Unsent } from "./unsent-kept";
export {
  getSession,
  hasRole,
  mayRestore,
  rememberedUsername,
  sessionExpired,
  signedIn,
  signedOut,
  subscribeSession,
  userChanged,
  useSession,
  useUser,
  type Session,
  type SessionStatus,
} from "./session";
