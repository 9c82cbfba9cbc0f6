import {
  KEPT_DIGITS,
  ZERO,
  atLeastZero,
  decimal,
  isWithinRounding,
  plain,
  rounded,
} from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
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

interface AgreedService extends ServiceLeft {
  readonly amount: string;
}

interface TakenService {
  readonly quantity: Decimal;
  readonly amount: Decimal;
  /** Number of documents that took of it. */
  readonly parts: number;
}

const untaken: TakenService = { quantity: ZERO, amount: ZERO, parts: 0 };

/**
 * The services of the sources, less what live documents made from them have of each already: the first outbound of an
 * order takes them all, unless somebody divides them. `except` is the document that is being changed.
 */
export async function servicesLeft(
  { tx, tenantId }: Context,
  sourceIds: readonly string[],
  digits: number,
  except: string,
): Promise<ServiceLeft[]> {
  const [{ rows: asked }, { rows: given }] = await together([
    sql<AgreedService>`
      select s.document_id as "documentId", s.service_id as "serviceId", v.name, s.quantity, s.fee, s.amount
      from document_service s
      join service v on v.tenant_id = ${tenantId} and v.id = s.service_id
      where s.tenant_id = ${tenantId} and s.document_id = any(${sourceIds}::bigint[])
      order by array_position(${sourceIds}::bigint[], s.document_id), s.line`.execute(tx),
    sql<{ service_id: string; quantity: string; amount: string; parts: number }>`
      select x.service_id, sum(x.quantity) as quantity, sum(x.amount) as amount, count(*)::int as parts
      from document_service x
      join document c on c.tenant_id = ${tenantId} and c.id = x.document_id and c.deleted_at is null and c.id <> ${except}
      where x.tenant_id = ${tenantId} and x.document_id in (
        select k.target_document_id from document_link k
        where k.tenant_id = ${tenantId} and k.source_document_id = any(${sourceIds}::bigint[]))
      group by 1`.execute(tx),
  ]);
  const taken = new Map(
    given.map(({ service_id, quantity, amount, parts }): [string, TakenService] => [
      service_id,
      { quantity: decimal(quantity), amount: decimal(amount), parts },
    ]),
  );
  return asked.flatMap((service) => {
    const { documentId, serviceId, name } = service;
    const used = taken.get(serviceId) ?? untaken;
    const left = decimal(service.quantity).minus(used.quantity);
    taken.set(serviceId, left.isNegative() ? beyond(service, used) : untaken);
    if (left.lte(0)) return [];
    const fee = plain(feeOfRest(service, used, left, digits));
    return [{ documentId, serviceId, name, quantity: plain(left), fee }];
  });
}

/** Fees taken beyond one document's service count against that of the next. */
const beyond = ({ quantity, amount }: AgreedService, used: TakenService): TakenService => ({
  quantity: used.quantity.minus(quantity),
  amount: used.amount.minus(amount),
  parts: used.parts,
});

/** The fee at which the rest of a service comes to the rest of its amount, where its parts had the agreed fee. */
function feeOfRest(
  { fee, amount }: AgreedService,
  used: TakenService,
  left: Decimal,
  digits: number,
): Decimal {
  const agreed = decimal(fee);
  const rest = atLeastZero(decimal(amount).minus(used.amount));
  const isAgreed = isWithinRounding(
    used.amount.minus(used.quantity.times(fee)),
    used.parts,
    digits,
  );
  return isAgreed && !rounded(agreed.times(left), digits).equals(rest)
    ? rounded(rest.dividedBy(left), KEPT_DIGITS)
    : agreed;
}
