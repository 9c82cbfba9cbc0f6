// Domain: what the business knows. Pure rules, shared by the server and the browser.
export * from './decimal.ts';
export * from './document/kindCode.ts';
export type * from './document/document.ts';
export * from './document/kind.ts';
export * from './document/kinds.ts';
export type * from './posting/posting.ts';
export * from './error/errors.ts';
export * from './error/domainError.ts';
export * from './error/sentences.ts';
export * from './amount/share.ts';
export * from './amount/line.ts';
export * from './amount/document.ts';
