// Converts papers of the reference to request bodies.
import type { GoodsDocumentInput, InputOf, moneyDocuments } from '@tradehouse/contract';
import { toPlainDecimal } from '@tradehouse/domain';
import { partnerOf } from './masters.ts';
import { keptOf, otherAccount, partsOf } from './money.ts';
import { numberOf } from './numbers.ts';
import {
  amountsOf,
  hasFees,
  isRetail,
  isTaxed,
  isTraded,
  otherSpot,
  spotOf,
  timeOf,
  unitsOf,
  usesDeposit,
} from './papers.ts';
import type { Paper, PaperLine } from './papers.ts';
import type { World } from './world.ts';

export const codeOf = (
  { goods }: World,
  { product, boxed }: Pick<PaperLine, 'product' | 'boxed'>,
): string => goods[product]?.[boxed ? 'box' : 'barcode'] ?? '';

/** Builds the head fields shared by goods and money documents. */
function headOf(paper: Paper, world: World): object {
  const { currency, rate, person, prepaid } = paper;
  const { ids, goods } = world;
  const partner = partnerOf(paper);
  const number = numberOf(paper, goods[0]?.barcode ?? '');
  const ahead = isRetail(paper) && prepaid;
  const parts = ahead ? [] : partsOf(paper, amountsOf(paper).paidNow);
  return {
    partnerId: partner === null ? null : ids[partner],
    ...timeOf(paper.day),
    ...(number === null ? {} : { number }),
    ...(currency === 'own' ? {} : { currency, exchangeRate: String(rate) }),
    handlerId: person === null ? null : ids[person],
    status: paper.approved ? '1' : '0',
    accountId: ahead ? null : ids[paper.account],
    ...(parts.length > 1
      ? {
          accountId: null,
          settlements: parts.map(([name, part]) => ({
            accountId: ids[name],
            amount: toPlainDecimal(part),
          })),
        }
      : {}),
  };
}

export function goodsBody(
  paper: Paper,
  world: World,
  /** Returns true for a line that already exists on the server; null for a new paper. */
  keeps: ((line: PaperLine) => boolean) | null,
): GoodsDocumentInput {
  const { kind, activity, person } = paper;
  const { shop, ids } = world;
  const { payable, depositUsed, paidNow } = amountsOf(paper);
  const assumed =
    keeps === null &&
    paper.paid === 'all' &&
    payable.gte(depositUsed) &&
    kind !== 'purchaseOrder' &&
    kind !== 'saleOrder';
  const retail = kind.startsWith('retail');
  return shop.input(
    kind,
    paper.lines.map((line) => ({
      ...(keeps?.(line) === true ? { line: line.line } : {}),
      role: line.role,
      barcode: codeOf(world, line),
      quantity: toPlainDecimal(unitsOf(line)),
      unitPrice: line.price,
      ...(isTaxed(paper) ? { taxRate: String(line.taxRate) } : {}),
      warehouseId: ids[spotOf(paper, line)],
      ...(kind === 'transfer' ? { targetWarehouseId: ids[otherSpot(spotOf(paper, line))] } : {}),
      allocations: [
        {
          stockType: line.stockType,
          ...(line.lot === '' ? {} : { lot: line.lot, expiry: line.expiry }),
          ...(line.serials.length === 0 ? {} : { serials: [...line.serials] }),
        },
      ],
      sourceDocumentId: line.from === null ? null : (world.saved[line.from.paper]?.id ?? ''),
      sourceLine: line.from?.line ?? null,
    })),
    {
      ...headOf(paper, world),
      salespersonIds: person === null ? [] : [ids[person]],
      activityId: activity === null ? null : (world.activities[activity] ?? ''),
      ...(isTaxed(paper) ? { discountRate: String(paper.discountRate) } : {}),
      ...(isTraded(paper)
        ? { serviceRate: String(paper.serviceRate), freight: String(paper.freight) }
        : {}),
      ...(hasFees(paper) ? { otherFees: String(paper.fees) } : {}),
      allocateBy: paper.allocateBy,
      ...(usesDeposit(paper) ? { depositUsed: String(paper.depositUsed) } : {}),
      ...(assumed || retail ? {} : { paidNow: toPlainDecimal(paidNow) }),
      ...(retail && paper.prepaid ? { payment: 'prepaid' } : {}),
      ...(kind === 'transfer' ? { travels: paper.travels } : {}),
    },
  );
}

export function moneyBody(paper: Paper, world: World): InputOf<typeof moneyDocuments.add> {
  const { ids, saved } = world;
  const amount = String(paper.amount);
  const kept = keptOf(paper);
  const bill = paper.settles === null ? null : (saved[paper.settles]?.id ?? null);
  const of: Readonly<Record<string, object>> = {
    advanceIn: { accountId: ids[paper.account] },
    advanceOut: { accountId: ids[paper.account] },
    giro: { accountId: ids[otherAccount(paper)] },
    itemIn: { itemId: ids[paper.item] },
    itemOut: { itemId: ids[paper.item] },
  };
  return {
    kind: paper.kind,
    ...headOf(paper, world),
    ...(paper.kind.startsWith('advance') ? { bonus: String(paper.bonus) } : {}),
    lines: [
      { ...(of[paper.kind] ?? { settledDocumentId: bill }), amount },
      ...(kept.isZero() ? [] : [{ amount: toPlainDecimal(kept.negated()) }]),
    ],
  };
}
