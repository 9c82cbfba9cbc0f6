import {
  ZERO,
  bonusBack,
  decimal,
  documentKinds,
  isPrepaid,
  nothingPrepaid,
  toPlainDecimal,
  prepaidBy,
  prepaidDue,
  sourceIdsOf,
  sum,
  withBonus,
} from '@tradehouse/domain';
import type { BonusUse, Decimal, Document } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../../kernel/access/index.ts';
import type { Context } from '../../../kernel/access/index.ts';
import { lockPrepaid } from '../../posting/index.ts';

/** `before` is null for a new document. */
interface BonusChange {
  readonly before: Document | null;
  readonly after: Document;
}

/**
 * Computes each document's bonus after the preceding ones. Members' prepayments are locked until the
 * commit, in member order and before any SKU; no other document can take them in between.
 */
export async function withBonuses(
  context: Context,
  changes: readonly BonusChange[],
  { bonusUse }: { readonly bonusUse: BonusUse },
): Promise<Document[]> {
  const touched = changes.flatMap(({ before, after }) => [before ?? [], after].flat());
  const members = touched.filter(isPrepaid).flatMap(({ partnerId }) => partnerId ?? []);
  if (members.length === 0) return changes.map(({ after }) => after);
  const held = await lockPrepaid(context, members);
  const of = (document: Document) => held.get(document.partnerId ?? '') ?? nothingPrepaid;
  const add = (document: Document, sign: 1 | -1): void => {
    const { cash, bonus } = of(document);
    const by = prepaidBy(document);
    held.set(document.partnerId ?? '', {
      cash: cash.plus(by.cash.times(sign)),
      bonus: bonus.plus(by.bonus.times(sign)),
    });
  };
  return changes.map(({ before, after }) => {
    if (before !== null) add(before, -1);
    const document = withBonus(bonusUse, before, after, of(after));
    add(document, 1);
    return document;
  });
}

/**
 * Computes the bonus returned with a partly bonus-paid sale: the returned goods' share of the rest. The
 * sale's head is locked. Refuses with `prepayment.oneSale`, and with `prepayment.bonusBack` if less goes to
 * the prepayment: a bonus is never paid out.
 */
export async function withBonusBack(context: Context, document: Document): Promise<Document> {
  const { prepaid, sources } = documentKinds[document.kind];
  const ids = sourceIdsOf(document);
  if (!prepaid || !Object.values(sources).includes('returned') || ids.length === 0) return document;
  const sales = (await soldWithBonus(context, ids, document.id)).filter(({ bonus }) => bonus.gt(0));
  const [sale] = sales;
  if (sale === undefined) return { ...document, bonus: ZERO };
  if (ids.length > 1) refuseWith('prepayment.oneSale', {}, { field: 'lines' });
  const due = sum(
    document.goodsLines.filter(({ source }) => source !== null).map(({ total }) => total),
  );
  const bonus = bonusBack(due, sale, document.moneyDigits);
  if (prepaidDue(document).lt(bonus))
    refuseWith(
      'prepayment.bonusBack',
      { bonus: toPlainDecimal(bonus), digits: document.moneyDigits },
      { field: 'payment' },
    );
  return { ...document, bonus };
}

interface BonusSale {
  readonly paid: Decimal;
  readonly bonus: Decimal;
}

/** Reads payments and bonuses of sales, less returns by documents except `except`. Drafts count. */
async function soldWithBonus(
  { tx, tenantId }: Context,
  ids: readonly string[],
  except: string,
): Promise<BonusSale[]> {
  const { rows } = await sql<{ paid: string; bonus: string }>`
    select sale.paid_now - coalesce(sum(back.worth), 0) as paid, sale.bonus - coalesce(sum(back.bonus), 0) as bonus
    from document sale
    left join lateral (
      select child.bonus, (
        select sum(line.total) from document_link link
        join document_line line on line.tenant_id = ${tenantId} and line.document_id = link.target_document_id
          and line.line = link.target_line
        where link.tenant_id = ${tenantId} and link.source_document_id = sale.id
          and link.target_document_id = child.id) as worth
      from document child
      where child.tenant_id = ${tenantId} and child.deleted_at is null and child.id <> ${except} and child.id in (
        select link.target_document_id from document_link link
        where link.tenant_id = ${tenantId} and link.source_document_id = sale.id)) as back on true
    where sale.tenant_id = ${tenantId} and sale.id = any(${ids}::bigint[])
    group by sale.id, sale.paid_now, sale.bonus`.execute(tx);
  return rows.map(({ paid, bonus }) => ({ paid: decimal(paid), bonus: decimal(bonus) }));
}
