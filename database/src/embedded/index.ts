// Embedded: the bundled PostgreSQL, started on a data folder and monitored.
export { runningDatabase, startEmbedded } from './startEmbedded.ts';
export type { Embedded, EmbeddedOptions } from './startEmbedded.ts';
