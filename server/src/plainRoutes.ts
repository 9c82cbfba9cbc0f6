import { plainRecords } from '@tradehouse/contract';
import type { LogSubject, PlainRecord } from '@tradehouse/contract';
import type { Database } from '@tradehouse/database';
import type { FastifyInstance } from 'fastify';
import { mountResource, recordWriter } from './kernel/table/index.ts';
import type { WritableRecord } from './kernel/table/index.ts';

/** Record whose table has a column for every field, without computed fields. */
type PlainStoredRecord<R> = R extends {
  readonly subject: infer T extends keyof Database & LogSubject;
}
  ? R extends WritableRecord<keyof Database[T] & string, never>
    ? R
    : never
  : never;
const records: readonly PlainStoredRecord<PlainRecord>[] = plainRecords;

/** Registers routes of records without dependants. */
export function plainRoutes(app: FastifyInstance): void {
  // SAFETY: each record was checked against its table above; the compiler cannot follow through the list.
  for (const record of records as readonly WritableRecord[])
    // SAFETY: see above.
    mountResource(app, record, recordWriter(record as never, { reads: {} }));
}
