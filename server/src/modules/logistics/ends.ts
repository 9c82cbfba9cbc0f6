import type { InputOf, ReplyOf, logisticsOrders } from '@tradehouse/contract';
import { carriedAs, documentKinds } from '@tradehouse/domain';
import type { AnyKindCode, DocumentKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  mayOpen,
  refuseWith,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { readDelivery } from '../document/index.ts';

interface End {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
}

/**
 * Returns sender and receiver: the first line's warehouse, and the partner or target warehouse; returns
 * reversed.
 */
export async function readShipmentEnds(
  { tx, tenantId }: Context,
  { id, kind }: { readonly id: string; readonly kind: AnyKindCode },
): Promise<{ readonly sender: End; readonly receiver: End }> {
  const { rows } = await sql<{ ours: Omit<End, 'phone'>; theirs: End }>`
    select jsonb_build_object('name', coalesce(w.name, ''), 'address', coalesce(w.address, '')) as ours,
      jsonb_build_object('name', coalesce(nullif(p.contacts, ''), p.name, t.name, ''),
        'phone', coalesce(nullif(p.phone, ''), p.telephone, ''),
        'address', coalesce(p.address, t.address, '')) as theirs
    from document d
    left join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.warehouse_id is not null
    left join warehouse w on w.tenant_id = ${tenantId} and w.id = l.warehouse_id
    left join warehouse t on t.tenant_id = ${tenantId} and t.id = l.target_warehouse_id
    left join partner p on p.tenant_id = ${tenantId} and p.id = d.partner_id
    where d.tenant_id = ${tenantId} and d.id = ${id}
    order by l.position limit 1`.execute(tx);
  const { ours, theirs } = orRefuseMissing(rows[0]);
  const house = { ...ours, phone: '' };
  return carriedAs[kind] === 'return'
    ? { sender: theirs, receiver: house }
    : { sender: house, receiver: theirs };
}

/** Returns the receiver, from the delivery if any. Requires the document's page. */
export async function receiverOf(
  context: Context,
  { documentId }: InputOf<typeof logisticsOrders.receiver>,
): Promise<ReplyOf<typeof logisticsOrders.receiver>> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<{ kind: AnyKindCode; number: string }>`
    select d.kind, coalesce(d.number, '') as number from document d
    where d.tenant_id = ${tenantId} and d.id = ${documentId} and d.deleted_at is null
      and ${visibleDocuments(scope, 'd')}`.execute(tx);
  const { kind, number } = orRefuseMissing(rows[0]);
  const { handling, url }: DocumentKind = documentKinds[kind];
  if (handling !== null) {
    const { receiver, phone, address, postcode } = (await readDelivery(context, { id: documentId }))
      .delivery;
    return { receiver, phone, address, postcode };
  }
  if (!mayOpen(scope, url ?? '')) refuseWith('access.denied');
  if (carriedAs[kind] === undefined) refuseWith('shipment.notCarried', { number });
  const { name, phone, address } = (await readShipmentEnds(context, { id: documentId, kind }))
    .receiver;
  return { receiver: name, phone, address, postcode: '' };
}
