import type { ShipmentEntry } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, visibleDocuments } from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { doneTo } from '../log/index.ts';
import type { Done } from '../log/index.ts';
import { seesFreight } from './companies.ts';

type ShipmentEntryChange = ShipmentEntry['changes'][number];

const amounts = ['freight', 'insured'];
/** Fields shown to readers, in this order; the rest is internal. */
const loggedFields = [
  'state',
  'tracking',
  'companyId',
  'service',
  'signature',
  'shipDate',
  'sender',
  'senderPhone',
  'senderAddress',
  'senderPostcode',
  'senderCity',
  'senderRegion',
  'senderCountry',
  'receiver',
  'phone',
  'address',
  'postcode',
  'city',
  'region',
  'country',
  'weight',
  'billableWeight',
  ...amounts,
  'costBearer',
  'labelFormat',
  'remark',
  'eventTime',
  'place',
  'description',
];

/** Reads the actions on a shipment and the shipment's events, for readers of the document. */
export async function orderLog(context: Context, id: string): Promise<ShipmentEntry[]> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<{ number: string }>`
    select o.number from logistics_order o
    join document d on d.tenant_id = ${tenantId} and d.id = o.document_id
    where o.tenant_id = ${tenantId} and o.id = ${id} and d.deleted_at is null and ${visibleDocuments(scope, 'd')}`.execute(
    tx,
  );
  const { number } = orRefuseMissing(rows[0]);
  const done = await doneTo(context, ['logistics_order', 'logistics_track'], { id, number });
  const nameOf = await companyNames(context, done);
  const hidden = new Set(seesFreight(context) ? [] : amounts);
  return done.map((entry) => ({
    id: entry.id,
    at: entry.at,
    userName: entry.userName,
    step: toShipmentStep(entry),
    changes: entry.changes
      .filter(({ field }) => loggedFields.includes(field) && !hidden.has(field))
      .toSorted((a, b) => loggedFields.indexOf(a.field) - loggedFields.indexOf(b.field))
      .map((change) => (change.field === 'companyId' ? nameOf(change) : change)),
  }));
}

function toShipmentStep({ subject, action, changes }: Done): ShipmentEntry['step'] {
  if (subject === 'logistics_track') return action === 'delete' ? 'removeEvent' : 'addEvent';
  if (action === 'add' || action === 'void') return action;
  return changes.some(({ field }) => field === 'tracking') ? 'label' : 'update';
}

/** Replaces carrier ids by names; deleted carriers have none. */
async function companyNames(
  { tx, tenantId }: Context,
  done: readonly Done[],
): Promise<(change: ShipmentEntryChange) => ShipmentEntryChange> {
  const ids = done.flatMap(({ changes }) =>
    changes.flatMap(({ field, before, after }) =>
      field === 'companyId' ? [before, after].filter((id) => id !== null) : [],
    ),
  );
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from logistics_company
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const named = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  return ({ field, before, after }) => ({ field, before: named(before), after: named(after) });
}
