// Posting: the one writer of both ledgers and everything that is kept beside them.
export { post } from './post.ts';
export type { BookRules, PostOptions, Posting } from './post.ts';
export { readPosted } from './posted.ts';
export { given, together } from './recordset.ts';
