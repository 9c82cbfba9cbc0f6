import { plainRecords } from '@tradehouse/contract';
import type { LogSubject, PlainRecord } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { FastifyInstance } from 'fastify';
import { mountResource, recordWriter } from './kernel/index.ts';
import type { AnyRecord } from './kernel/index.ts';

/** The record, where its table has every column that its fields name and none is found out by hand. */
type Kept<R> = R extends { readonly subject: infer T extends keyof Database & LogSubject }
  ? R extends AnyRecord<keyof Database[T] & string, never>
    ? R
    : never
  : never;
const records: readonly Kept<PlainRecord>[] = plainRecords;

/** The calls of records on which nothing hangs. */
export function plainRoutes(app: FastifyInstance): void {
  // SAFETY: each was checked against its own table above, which the compiler can't follow through the list.
  for (const record of records as readonly AnyRecord[])
    // SAFETY: as above.
    mountResource(app, record, recordWriter(record as never, { reads: {} }));
}
