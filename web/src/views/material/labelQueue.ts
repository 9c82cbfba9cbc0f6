import { labelGoods, labelPage, labelPrices, MOST_COPIES } from '@tradehouse/contract';
import type { InputOf, LabelGoods, LabelPrice } from '@tradehouse/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../app/net/client.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { useKept } from '../../app/tabs/useKept.ts';

/** A row of the queue: what its labels say, and how many there are. */
export interface QueueRow {
  readonly key: string;
  readonly goods: LabelGoods;
  readonly price: LabelPrice;
  readonly copies: number;
}
export type Named = InputOf<typeof labelGoods>;

const rowOf = (goods: LabelGoods): QueueRow => ({
  key: [goods.barcode, goods.lot, goods.serial].join(' '),
  goods,
  price: labelPrices.find((price) => goods.prices[price] !== null) ?? 'retail',
  copies: Math.min(MOST_COPIES, goods.copies),
});

/** Puts goods into the queue: what is there already gets so many labels more. */
export function joined(
  rows: readonly QueueRow[],
  more: readonly LabelGoods[],
): readonly QueueRow[] {
  const all = new Map(rows.map((row) => [row.key, row]));
  for (const goods of more) {
    const row = rowOf(goods);
    const before = all.get(row.key);
    const copies = Math.min(MOST_COPIES, row.copies + (before?.copies ?? 0));
    all.set(row.key, before === undefined ? row : { ...before, goods, copies });
  }
  return [...all.values()];
}

/** What the page's address brings: documents, or products. */
const broughtBy = (query: URLSearchParams): Named | null => {
  const each = (name: string) => (query.get(name) ?? '').split(',').filter((id) => id !== '');
  const [documentIds, productIds] = [each('documents'), each('products')];
  return documentIds.length + productIds.length === 0 ? null : { documentIds, productIds };
};

/** The labels that wait to be printed, kept until the page is closed; and how more come. */
export function useQueue() {
  const { query } = useTab();
  const { replace } = useTabs();
  const [kept, keep] = useKept<readonly QueueRow[]>('labels');
  const [rows, setRows] = useState<readonly QueueRow[]>(kept ?? []);
  useEffect(() => keep(rows), [keep, rows]);
  /** Asks what labels of these say and puts them into the queue; answers with codes that name nothing. */
  const add = async (named: Named): Promise<readonly string[]> => {
    const found = await call(labelGoods, named);
    setRows((before) => joined(before, found.rows));
    return found.unknown;
  };
  const change = (key: string, part: Partial<QueueRow>): void =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)));
  /** In place of a row stand its lots or serials in stock; false where there are none. */
  const split = async ({ key, goods, price }: QueueRow): Promise<boolean> => {
    const found = await call(labelGoods, { pieces: [goods.barcode] });
    if (found.rows.length === 0) return false;
    const pieces = joined([], found.rows).map((piece) => ({ ...piece, price }));
    setRows((before) =>
      before
        .filter((row) => !pieces.some((piece) => piece.key === row.key))
        .flatMap((row) => (row.key === key ? pieces : [row])),
    );
    return true;
  };
  const address = query.toString();
  const bring = useEffectEvent(async () => {
    const named = broughtBy(query);
    if (named === null) return;
    // The address is taken at its word once: a reload brings nothing twice.
    replace(labelPage);
    // What is refused the client has told of.
    await add(named).catch(() => undefined);
  });
  useEffect(() => void bring(), [address]);
  return { rows, add, change, split, setRows };
}
export type Queue = ReturnType<typeof useQueue>;
