import { decimal, plain } from '@tradehouse/domain';
import { sql } from 'kysely';
import { together } from '../../../kernel/index.ts';
import type { Context } from '../../../kernel/index.ts';

/** A service of a document, as far as no live document made from it has it yet. */
export interface ServiceLeft {
  readonly documentId: string;
  readonly serviceId: string;
  readonly name: string;
  readonly quantity: string;
  /** Of one, in the document's currency. */
  readonly fee: string;
}

/**
 * The services of the sources, less what live documents made from them have of each already: the first outbound of an
 * order takes them all, unless somebody divides them.
 */
export async function servicesLeft(
  { tx, tenantId }: Context,
  sourceIds: readonly string[],
): Promise<ServiceLeft[]> {
  const [{ rows: asked }, { rows: given }] = await together([
    sql<ServiceLeft>`
      select s.document_id as "documentId", s.service_id as "serviceId", v.name, s.quantity, s.fee
      from document_service s
      join service v on v.tenant_id = ${tenantId} and v.id = s.service_id
      where s.tenant_id = ${tenantId} and s.document_id = any(${sourceIds}::bigint[])
      order by array_position(${sourceIds}::bigint[], s.document_id), s.line`.execute(tx),
    sql<{ service_id: string; quantity: string }>`
      select x.service_id, sum(x.quantity) as quantity
      from document_service x
      join document c on c.tenant_id = ${tenantId} and c.id = x.document_id and c.deleted_at is null
      where x.tenant_id = ${tenantId} and x.document_id in (
        select k.target_document_id from document_link k
        where k.tenant_id = ${tenantId} and k.source_document_id = any(${sourceIds}::bigint[]))
      group by 1`.execute(tx),
  ]);
  const taken = new Map(given.map((row) => [row.service_id, decimal(row.quantity)]));
  return asked.flatMap(({ fee, ...service }) => {
    const used = taken.get(service.serviceId) ?? decimal(0);
    const left = decimal(service.quantity).minus(used);
    taken.set(service.serviceId, left.isNegative() ? left.negated() : decimal(0));
    if (left.lte(0)) return [];
    return [{ ...service, quantity: plain(left), fee: plain(decimal(fee)) }];
  });
}
