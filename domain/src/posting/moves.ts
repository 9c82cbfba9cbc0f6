import { shareByWeights } from '../amount/share.ts';
import { netOf } from '../amount/line.ts';
import type { Decimal } from '../decimal.ts';
import { KEPT_DIGITS, ZERO, sum } from '../decimal.ts';
import type { Allocation, Document, GoodsLine, KitPart } from '../document/document.ts';
import { formalAllocationOf } from '../document/stockType.ts';
import type { GoodsFlow } from '../document/kind.ts';
import { reversed } from '../document/kind.ts';
import { documentKinds } from '../document/kinds.ts';
import { toBase } from '../money/money.ts';
import { baseValues, feesOf, landedFreight, worthOnPaper } from './lineValues.ts';
import { locatePlace } from './places.ts';
import type { CostRule, OwedMove } from './posting.ts';

/** Stock moves: one per line, lot and stock type, in base units. */
export function calculateMoves(document: Document): OwedMove[] {
  const { goods } = documentKinds[document.kind];
  const values = worthOnPaper(document, baseValues);
  const landed = landedFreight(document);
  return document.goodsLines.flatMap((line, at) => {
    const flow = goods[line.role];
    if (flow === undefined) return [];
    if (line.parts !== undefined) return kitMoves(document, line, flow, line.parts);
    const value = values(flow.cost)?.[at] ?? ZERO;
    return lineMoves(document, line, flow, value.plus(landed?.[at] ?? ZERO));
  });
}

/**
 * Moves of a kit's parts, in the stock types of the line. Each part has the value of its own stock, or of its
 * own moves at the origin; no kind with kits takes values from the paper.
 */
const kitMoves = (
  document: Document,
  line: GoodsLine,
  flow: GoodsFlow,
  parts: readonly KitPart[],
): OwedMove[] =>
  parts.flatMap(({ skuId, quantity: each }) =>
    lineMoves(document, partLine(line, skuId, each), flow, ZERO).map((move) => ({
      ...move,
      kitSkuId: line.skuId,
    })),
  );

/** Line of one part of a kit, in quantities of the part. */
const partLine = (line: GoodsLine, skuId: string, each: Decimal): GoodsLine => ({
  ...line,
  skuId,
  baseQuantity: line.baseQuantity.times(each),
  allocations: line.allocations.map((part) => ({ ...part, quantity: part.quantity.times(each) })),
});

function lineMoves(
  document: Document,
  line: GoodsLine,
  flow: GoodsFlow,
  value: Decimal,
): OwedMove[] {
  const backwards = flow.valueOnly ? value.isNegative() : line.baseQuantity.isNegative();
  const journey = flow.signed && backwards ? reversed(flow) : flow;
  const from = locatePlace(journey.from, line, document);
  const to = locatePlace(journey.to, line, document);
  const parts = flow.valueOnly ? [valueOnly(line)] : mergeAllocations(line);
  const costs = costRules(document, line, flow, value.abs(), parts);
  return parts.flatMap((part, at) => {
    const cost = costs[at];
    if (cost === undefined || !(flow.valueOnly ? !value.isZero() : part.quantity.gt(0))) return [];
    const { lot, stockType, serials, quantity } = part;
    return [
      {
        line: line.line,
        skuId: line.skuId,
        lot: lot ?? '',
        stockType,
        serials,
        from,
        to,
        quantity,
        cost,
      },
    ];
  });
}

/**
 * Cost rules of a line's parts: line value shared by quantity; values from elsewhere are found at posting.
 */
function costRules(
  document: Document,
  line: GoodsLine,
  flow: GoodsFlow,
  value: Decimal,
  parts: readonly Allocation[],
): CostRule[] {
  const quantities = parts.map(({ quantity }) => quantity);
  if (flow.asOrigin && line.source !== null) {
    const { documentId, line: origin } = line.source;
    return parts.map(() => ({ rule: 'origin', documentId, line: origin }));
  }
  switch (flow.cost) {
    case 'net':
    case 'amount':
      return shareByWeights(value, quantities, KEPT_DIGITS).map((part) => ({
        rule: 'given',
        value: part,
      }));
    case 'issues':
      return issueShares(document, line, quantities);
    default: {
      const { cost: rule } = flow;
      return parts.map(() => ({ rule }));
    }
  }
}

/**
 * Shares the value of issues and fees over produced goods, by typed amounts, or by quantity if none is
 * typed.
 */
function issueShares(
  document: Document,
  line: GoodsLine,
  quantities: readonly Decimal[],
): CostRule[] {
  const { goods } = documentKinds[document.kind];
  const made = document.goodsLines.filter(({ role }) => goods[role]?.cost === 'issues');
  const fees = shareByWeights(
    toBase(document, feesOf(document)),
    made.map(weigherOfLines(made)),
    KEPT_DIGITS,
  );
  const own = weigherOfLines(made)(line);
  const plus = shareByWeights(fees[made.indexOf(line)] ?? ZERO, quantities, KEPT_DIGITS);
  const weights = shareByWeights(own, quantities, KEPT_DIGITS);
  return quantities.map((_, at) => ({
    rule: 'issues',
    plus: plus[at] ?? ZERO,
    weight: weights[at] ?? ZERO,
  }));
}

const weigherOfLines = (made: readonly GoodsLine[]): ((line: GoodsLine) => Decimal) =>
  sum(made.map(netOf)).isZero() ? ({ baseQuantity }) => baseQuantity : netOf;

const valueOnly = ({ allocations: [first] }: GoodsLine): Allocation => {
  const { lot, stockType } = first ?? formalAllocationOf(ZERO);
  return { ...formalAllocationOf(ZERO), lot, stockType };
};

/** Merges parts of a line differing only by bin; a line without parts is one part. */
function mergeAllocations({ allocations, baseQuantity }: GoodsLine): Allocation[] {
  const whole = formalAllocationOf(baseQuantity.abs());
  if (allocations.length === 0) return [whole];
  const parts = Map.groupBy(allocations, ({ lot, stockType }) => `${stockType} ${lot ?? ''}`);
  return [...parts.values()].map((same) => ({
    ...(same[0] ?? whole),
    quantity: sum(same.map(({ quantity }) => quantity)),
    serials: same.flatMap(({ serials }) => serials),
  }));
}
