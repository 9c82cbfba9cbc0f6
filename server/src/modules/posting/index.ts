// Posting: the only writer of both ledgers and all derived data.
export { spotOf } from './balances.ts';
export { MOVED, rollUpPostings, createRollUpWork } from './fold.ts';
export type { MovedSkus } from './fold.ts';
export { knownLot, lotsByName, readKnownLots } from './knownLots.ts';
export type { KnownLot, KnownLots } from './knownLots.ts';
export { readSerialSpellings, spellSerial } from './serialSpelling.ts';
export type { SerialSpellings } from './serialSpelling.ts';
export { clearLotExpiries } from './lots.ts';
export { lockPrepaid } from './prepaid.ts';
export { postDocuments } from './post.ts';
export { readPosted } from './posted.ts';
export { forgetCosts, lockSkus, openCosts } from './skuLock.ts';
export { writeReservations } from './reservations.ts';
export type { Reservation } from './reservations.ts';
export { reserveForOrderLines } from './reserve.ts';
export { noteUnfolded, unfolded } from './unfolded.ts';
export type { NotedRow } from './unfolded.ts';
