export * from "./auth";
export * from "./client";
export * from "./constants";
export * from "./errors";
export * from "./jobs";
export { getLine, isWaiting, lineLost, loadPiece, onLineBack, sendLater, takeBack, useLine, type Line, type Waiting } from "./line";
export * from "./query";
export * from "./realtime";
export {
  getSession, hasRole, mayRestore, rememberedUsername, sessionExpired, signedIn, signedOut, subscribeSession, userChanged, useSession, useUser,
  type Session, type SessionStatus,
} from "./session";
