import type { InputOf, ReplyOf, logisticsOrders } from '@tradehouse/contract';
import { carriedAs, documentKinds } from '@tradehouse/domain';
import type { AnyKindCode, Kind } from '@tradehouse/domain';
import { sql } from 'kysely';
import { found, mayOpen, refuse, visibleDocuments } from '../../kernel/index.ts';
import type { Context } from '../../kernel/index.ts';
import { readDelivery } from '../document/index.ts';

interface End {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
}

/**
 * Who sends the goods of a document, and who is sent them: the warehouse of its first line, and its partner or the warehouse
 * they go to. What comes back goes the other way.
 */
export async function endsOf(
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
  const { ours, theirs } = found(rows[0]);
  const house = { ...ours, phone: '' };
  return carriedAs[kind] === 'return'
    ? { sender: theirs, receiver: house }
    : { sender: house, receiver: theirs };
}

/** To whom the goods of a document go: as its delivery says, where it has one. It is of those who may open its page. */
export async function receiverOf(
  context: Context,
  { documentId }: InputOf<typeof logisticsOrders.receiver>,
): Promise<ReplyOf<typeof logisticsOrders.receiver>> {
  const { tx, tenantId, scope } = context;
  const { rows } = await sql<{ kind: AnyKindCode; number: string }>`
    select d.kind, coalesce(d.number, '') as number from document d
    where d.tenant_id = ${tenantId} and d.id = ${documentId} and d.deleted_at is null
      and ${visibleDocuments(scope, 'd')}`.execute(tx);
  const { kind, number } = found(rows[0]);
  const { handling, url }: Kind = documentKinds[kind];
  if (handling !== null) {
    const { receiver, phone, address, postcode } = (await readDelivery(context, { id: documentId }))
      .delivery;
    return { receiver, phone, address, postcode };
  }
  if (!mayOpen(scope, url ?? '')) refuse('access.denied');
  if (carriedAs[kind] === undefined) refuse('shipment.notCarried', { number });
  const { name, phone, address } = (await endsOf(context, { id: documentId, kind })).receiver;
  return { receiver: name, phone, address, postcode: '' };
}
