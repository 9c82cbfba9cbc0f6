// Posting: the one writer of both ledgers and everything that is kept beside them.
export { spotOf } from './balances.ts';
export { post } from './post.ts';
export { readPosted } from './posted.ts';
export { lockSkus } from './skuLock.ts';
export { writeClaims } from './claims.ts';
export type { Claim } from './claims.ts';
export { reserve } from './reserve.ts';
