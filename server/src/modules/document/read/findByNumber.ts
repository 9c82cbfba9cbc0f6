import { documentKinds, kindCodes, normalText } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import { mayOpen, visibleDocuments } from '../../../kernel/access/index.ts';
import type { Context, Scope } from '../../../kernel/access/index.ts';

interface NumberedDocument {
  readonly id: string;
  readonly kind: KindCode;
  readonly number: string;
  readonly date: string;
  readonly partnerName: string;
}

/** The highest longer numbers of a kind that are looked at: a short beginning fits all that there ever were. */
const LOOKED_AT = 50;

/** Kinds whose list the caller may open. */
const readableKinds = (scope: Scope): readonly KindCode[] =>
  kindCodes.filter((code) => {
    const { url } = documentKinds[code];
    return url !== null && mayOpen(scope, url);
  });

/**
 * Finds documents by number or prefix, exact match first, then newest. The kind's number index is read from
 * the end, so the cost stays constant.
 */
export async function findByNumber(
  { tx, tenantId, scope }: Context,
  part: string,
  limit: number,
): Promise<NumberedDocument[]> {
  const plain = normalText(part);
  const forms = [...new Set([part, plain, plain.toUpperCase()])];
  const ofKind = sql`select * from document
        where document.tenant_id = ${tenantId} and document.kind = readable.kind and document.deleted_at is null`;
  const { rows } = await sql<NumberedDocument>`
    select d.id, d.kind, d.number, d.business_date::text as date, coalesce(partner.name, '') as "partnerName"
    from unnest(${readableKinds(scope)}::text[]) as readable(kind)
    cross join unnest(${forms}::text[]) as typed(form)
    cross join lateral (
      ${ofKind} and document.number = typed.form
      union all (
        ${ofKind} and document.number > typed.form and document.number < typed.form || chr(1114111)
        order by document.number desc limit ${LOOKED_AT})) as d
    left join partner on partner.tenant_id = ${tenantId} and partner.id = d.partner_id
    where ${visibleDocuments(scope, 'd')}
    order by d.number = any(${forms}::text[]) desc, d.business_time desc, d.id desc
    limit ${limit}`.execute(tx);
  return rows;
}
