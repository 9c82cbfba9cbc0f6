import {
  KEPT_DIGITS,
  ZERO,
  atLeastZero,
  decimal,
  isWithinRounding,
  toPlainDecimal,
  rounded,
} from '@tradehouse/domain';
import type { Decimal } from '@tradehouse/domain';
import { sql } from 'kysely';
import { runTogether } from '../../../kernel/tx/index.ts';
import type { Context } from '../../../kernel/access/index.ts';

/** Remaining part of a document's service, not yet taken by live documents made from the document. */
export interface ServiceLeft {
  readonly documentId: string;
  readonly serviceId: string;
  readonly name: string;
  readonly quantity: string;
  /** Fee per unit, in the document's currency. */
  readonly fee: string;
}

interface AgreedServicePart extends ServiceLeft {
  readonly amount: string;
}

interface TakenService {
  readonly quantity: Decimal;
  readonly amount: Decimal;
  /** Number of documents that took parts. */
  readonly parts: number;
}

const untaken: TakenService = { quantity: ZERO, amount: ZERO, parts: 0 };

/**
 * Computes the sources' remaining services. An order's first outbound takes all, unless a user divides
 * them. `except` is the document being changed.
 */
export async function servicesLeft(
  { tx, tenantId }: Context,
  sourceIds: readonly string[],
  digits: number,
  except: string,
): Promise<ServiceLeft[]> {
  const [{ rows: asked }, { rows: given }] = await runTogether([
    sql<AgreedServicePart>`
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
    taken.set(serviceId, left.isNegative() ? serviceBeyondAgreed(service, used) : untaken);
    if (left.lte(0)) return [];
    const fee = toPlainDecimal(feeOfRest(service, used, left, digits));
    return [{ documentId, serviceId, name, quantity: toPlainDecimal(left), fee }];
  });
}

/** Fees taken beyond a document's service count against the next document's. */
const serviceBeyondAgreed = (
  { quantity, amount }: AgreedServicePart,
  used: TakenService,
): TakenService => ({
  quantity: used.quantity.minus(quantity),
  amount: used.amount.minus(amount),
  parts: used.parts,
});

/**
 * Computes the fee making the remaining quantity equal the remaining amount, if the taken parts had the
 * agreed fee.
 */
function feeOfRest(
  { fee, amount }: AgreedServicePart,
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
