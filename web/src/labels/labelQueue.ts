import { labelGoods, labelPage, labelPrices, MOST_COPIES } from '@tradehouse/contract';
import type { InputOf, LabelGoods, LabelPrice } from '@tradehouse/contract';
import { barcodesOfScan } from '@tradehouse/domain';
import type { ScanContent } from '@tradehouse/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useTab, useTabActions } from '../app/tabs/tabs.ts';
import { useKept } from '../app/tabs/useKept.ts';

/** Label data and number of copies. */
export interface QueueRow {
  readonly key: string;
  readonly goods: LabelGoods;
  readonly price: LabelPrice;
  readonly copies: number;
}
export type LabelGoodsRequest = InputOf<typeof labelGoods>;

const queueRowFromGoods = (goods: LabelGoods): QueueRow => ({
  key: [goods.barcode, goods.lot, goods.serial].join(' '),
  goods,
  price: labelPrices.find((price) => goods.prices[price] !== null) ?? 'retail',
  copies: Math.min(MOST_COPIES, goods.copies),
});

/** Adds goods to the queue; queued goods get additional copies. */
export function addToLabelQueue(
  rows: readonly QueueRow[],
  more: readonly LabelGoods[],
): readonly QueueRow[] {
  const all = new Map(rows.map((row) => [row.key, row]));
  for (const goods of more) {
    const row = queueRowFromGoods(goods);
    const before = all.get(row.key);
    const copies = Math.min(MOST_COPIES, row.copies + (before?.copies ?? 0));
    all.set(row.key, before === undefined ? row : { ...before, goods, copies });
  }
  return [...all.values()];
}

/**
 * Label rows of a scan: lot, expiry and serial of the code stand on the label of managed goods. The first
 * known barcode counts, except for the item code of a scale, which may fit several goods.
 */
export function labelRowsOfScan(
  found: readonly LabelGoods[],
  { alternatives, lot, expiry, serial, weight, amount }: ScanContent,
): readonly LabelGoods[] {
  const isPreferred = alternatives.length > 0 && weight + amount === '';
  return (isPreferred ? found.slice(0, 1) : found).map((goods) => ({
    ...goods,
    ...(goods.lotManaged && lot !== '' ? { lot, expiry } : {}),
    ...(goods.serialManaged && serial !== '' ? { serial } : {}),
  }));
}

/** Returns the documents or products in the page's address. */
const labelRequestFromQuery = (query: URLSearchParams): LabelGoodsRequest | null => {
  const each = (name: string) => (query.get(name) ?? '').split(',').filter((id) => id !== '');
  const [documentIds, productIds] = [each('documents'), each('products')];
  return documentIds.length + productIds.length === 0 ? null : { documentIds, productIds };
};

/** Result of a scan: the number of queued labels, or the first of several goods. */
type AddedScan = { readonly added: number } | { readonly ambiguous: LabelGoods };

/** Queue of labels, stored until the page closes, and the functions that add labels. */
export function useQueue() {
  const { query } = useTab();
  const { replace } = useTabActions();
  const [kept, keep] = useKept<readonly QueueRow[]>('labels');
  const [rows, setRows] = useState<readonly QueueRow[]>(kept ?? []);
  useEffect(() => keep(rows), [keep, rows]);
  /** Queries label data and queues the rows; returns codes without a match. */
  const add = async (named: LabelGoodsRequest): Promise<readonly string[]> => {
    const found = await callEndpoint(labelGoods, named);
    setRows((before) => addToLabelQueue(before, found.rows));
    return found.unknown;
  };
  /** Queues the labels of a scan; `ambiguous`: several goods of a scale's code, of which the first. */
  const addScanned = async (content: ScanContent): Promise<AddedScan> => {
    const found = await callEndpoint(labelGoods, { codes: [...barcodesOfScan(content)] });
    const labels = labelRowsOfScan(found.rows, content);
    const isAmbiguous = content.weight + content.amount !== '' && labels.length > 1;
    const [ambiguous] = isAmbiguous ? labels : [];
    if (ambiguous !== undefined) return { ambiguous };
    setRows((before) => addToLabelQueue(before, labels));
    return { added: labels.length };
  };
  const change = (key: string, part: Partial<QueueRow>): void =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)));
  /** Replaces a row by lots or serials in stock; false if stock has none. */
  const split = async ({ key, goods, price }: QueueRow): Promise<boolean> => {
    const found = await callEndpoint(labelGoods, { pieces: [goods.barcode] });
    if (found.rows.length === 0) return false;
    const pieces = addToLabelQueue([], found.rows).map((piece) => ({ ...piece, price }));
    setRows((before) =>
      before
        .filter((row) => !pieces.some((piece) => piece.key === row.key))
        .flatMap((row) => (row.key === key ? pieces : [row])),
    );
    return true;
  };
  const address = query.toString();
  const bring = useEffectEvent(async () => {
    const named = labelRequestFromQuery(query);
    if (named === null) return;
    // The address is used once: a reload adds nothing again.
    replace(labelPage);
    // The client shows the error.
    await add(named).catch(() => undefined);
  });
  useEffect(() => void bring(), [address]);
  return { rows, add, addScanned, change, split, setRows };
}
export type Queue = ReturnType<typeof useQueue>;
