import type { InputOf, ReplyOf, logisticsOrders } from '@tradehouse/contract';
import { carriedAs, documentKinds } from '@tradehouse/domain';
import type { AddressParts, AnyKindCode, DocumentKind } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  orRefuseMissing,
  mayOpen,
  refuseWith,
  visibleDocuments,
} from '../../kernel/access/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { readDelivery } from '../document/index.ts';

interface End extends AddressParts {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly postcode: string;
}

/** Warehouses have an address in parts, partners in one text. */
const endSql = (name: RawBuilder<unknown>, phone: RawBuilder<unknown>, house: string) => {
  const part = (column: string) => sql`coalesce(${sql.ref(`${house}.${column}`)}, '')`;
  return sql`jsonb_build_object('name', ${name}, 'phone', ${phone}, 'postcode', ${part('postcode')},
    'city', ${part('city')}, 'region', ${part('region')}, 'country', ${part('country')},
    'address', coalesce(${house === 't' ? sql`p.address` : sql`null`}, ${part('address')}))`;
};

/**
 * Returns sender and receiver: the first line's warehouse, else the default warehouse, because sales orders
 * name none; and the partner or target warehouse. Returns are reversed.
 */
export async function readShipmentEnds(
  { tx, tenantId }: Context,
  { id, kind }: { readonly id: string; readonly kind: AnyKindCode },
): Promise<{ readonly sender: End; readonly receiver: End }> {
  const { rows } = await sql<{ ours: End; theirs: End }>`
    select ${endSql(sql`coalesce(w.name, '')`, sql`coalesce(w.phone, '')`, 'w')} as ours,
      ${endSql(
        sql`coalesce(nullif(p.contacts, ''), p.name, t.name, '')`,
        sql`coalesce(nullif(p.phone, ''), p.telephone, t.phone, '')`,
        't',
      )} as theirs
    from document d
    left join document_line l on l.tenant_id = ${tenantId} and l.document_id = d.id and l.warehouse_id is not null
    left join warehouse w on w.tenant_id = ${tenantId}
      and (w.id = l.warehouse_id or l.warehouse_id is null and w.is_default)
    left join warehouse t on t.tenant_id = ${tenantId} and t.id = l.target_warehouse_id
    left join partner p on p.tenant_id = ${tenantId} and p.id = d.partner_id
    where d.tenant_id = ${tenantId} and d.id = ${id}
    order by l.position limit 1`.execute(tx);
  const { ours, theirs } = orRefuseMissing(rows[0]);
  return carriedAs[kind] === 'return'
    ? { sender: theirs, receiver: ours }
    : { sender: ours, receiver: theirs };
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
  if (handling === null) {
    if (!mayOpen(scope, url ?? '')) refuseWith('access.denied');
    if (carriedAs[kind] === undefined) refuseWith('shipment.notCarried', { number });
  }
  const delivery =
    handling === null ? null : (await readDelivery(context, { id: documentId })).delivery;
  const { sender, receiver } = await readShipmentEnds(context, { id: documentId, kind });
  const { name, phone, address, postcode, ...parts } = receiver;
  return {
    receiver: delivery?.receiver ?? name,
    phone: delivery?.phone ?? phone,
    address: delivery?.address ?? address,
    postcode: delivery?.postcode ?? postcode,
    ...parts,
    senderPhone: sender.phone,
    senderAddress: sender.address,
    senderPostcode: sender.postcode,
    senderCity: sender.city,
    senderRegion: sender.region,
    senderCountry: sender.country,
  };
}
