import { maskOfKind } from '@tradehouse/contract';
import type { ReplyOf, documentTrail } from '@tradehouse/contract';
import { documentKinds, wireStatus } from '@tradehouse/domain';
import type { AnyKindCode } from '@tradehouse/domain';
import { sql } from 'kysely';
import {
  orRefuseMissing,
  mayOpen,
  refuseWith,
  seesAmounts,
  visibleDocuments,
} from '../../../kernel/access/index.ts';
import { trimTrailingZeros } from '../../../kernel/table/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { stateFacts } from './links.ts';
import { visibleIds } from '../store/load.ts';
import type { DocumentRow } from '../store/load.ts';

type TrailReply = ReplyOf<typeof documentTrail>;

/**
 * Limits of a trail: documents shown and links followed; enough for any order, not for a customer's whole
 * year.
 */
const MOST = 200;
const DEEPEST = 8;

/**
 * Reads all linked documents, recursively: sources, children, settled and settling. Settlements are
 * followed from the bill only, because a payment may settle unrelated bills. Each document names the
 * parents. Invisible documents are left out.
 */
export async function trailOf(context: Context, id: string): Promise<TrailReply> {
  const { tx, tenantId, scope } = context;
  orRefuseMissing((await visibleIds(context, [id])).has(id) ? id : undefined);
  const { rows } = await sql<DocumentRow & { parents: string[] }>`
    with recursive near (id, depth) as (
      select ${id}::bigint, 0
      union
      select next.id, near.depth + 1
      from near cross join lateral (
        select k.source_document_id as id from document_link k
          where k.tenant_id = ${tenantId} and k.target_document_id = near.id
        union all
        select k.target_document_id from document_link k
          where k.tenant_id = ${tenantId} and k.source_document_id = near.id
        union all
        select l.document_id from document_line l
          where l.tenant_id = ${tenantId} and l.settled_document_id = near.id
        union all
        select l.settled_document_id from document_line l
          where l.tenant_id = ${tenantId} and l.document_id = near.id and near.depth = 0
            and l.settled_document_id is not null) next
      where near.depth < ${DEEPEST}),
    known as (select id, min(depth) as depth from near group by id order by 2, 1 limit ${MOST + 1})
    select d.*, array(
      select k.source_document_id::text from document_link k
        where k.tenant_id = ${tenantId} and k.target_document_id = d.id
      union
      select l.settled_document_id::text from document_line l
        where l.tenant_id = ${tenantId} and l.document_id = d.id and l.settled_document_id is not null) as parents
    from document d join known on known.id = d.id
    where d.tenant_id = ${tenantId} and d.deleted_at is null and ${visibleDocuments(scope, 'd')}
    order by d.business_time, d.id`.execute(tx);
  const self = orRefuseMissing(rows.find((row) => row.id === id));
  const { url } = documentKinds[self.kind];
  if (url === null || !mayOpen(scope, url)) return refuseWith('access.denied');
  const shown = rows.slice(0, MOST);
  const ids = new Set(shown.map((row) => row.id));
  return {
    rows: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      number: row.number ?? '',
      time: String(row.business_time),
      amount: maySeeKindAmounts(context, row.kind) ? trimTrailingZeros(row.payable) : null,
      status: wireStatus(stateFacts(row)),
      closed: row.closed,
      parents: row.parents.filter((parent) => ids.has(parent)),
    })),
    more: rows.length > MOST,
  };
}

const maySeeKindAmounts = ({ scope }: Context, kind: AnyKindCode): boolean =>
  seesAmounts(scope, maskOfKind(documentKinds[kind])) && seesAmounts(scope, 'kind');
