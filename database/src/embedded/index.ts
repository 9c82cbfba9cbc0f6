// Embedded: the PostgreSQL that comes with the product, started on a data folder and watched.
export { runningDatabase, startEmbedded } from './startEmbedded.ts';
export type { Embedded, EmbeddedOptions } from './startEmbedded.ts';
