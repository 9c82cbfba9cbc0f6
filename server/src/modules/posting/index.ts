// Posting: the one writer of both ledgers and everything that is kept beside them.
export { spotOf } from './balances.ts';
export { MOVED, fold, folding } from './fold.ts';
export type { Moved } from './fold.ts';
export { readSerialSpellings, spellSerial } from './serialSpelling.ts';
export type { SerialSpellings } from './serialSpelling.ts';
export { lockPrepaid } from './prepaid.ts';
export { post } from './post.ts';
export { readPosted } from './posted.ts';
export { forgetCosts, lockSkus } from './skuLock.ts';
export { writeReservations } from './reservations.ts';
export type { Reservation } from './reservations.ts';
export { reserve } from './reserve.ts';
export { noteUnfolded, unfolded } from './unfolded.ts';
export type { NotedRow } from './unfolded.ts';
