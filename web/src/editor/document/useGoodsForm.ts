import { goodsDocuments } from '@tradehouse/contract';
import type { SettingsReply } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call, newKey } from '../../app/client.ts';
import { useSettings } from '../../app/settings.ts';
import { t } from '../../phrase/index.ts';
import { gridStore } from '../grid/gridStore.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { refused, wrote } from '../grid/sheet.ts';
import { useLatest } from '../grid/useLatest.ts';
import { useStore } from '../grid/useStore.ts';
import { goodsColumns } from '../lines/goodsColumns.ts';
import { blankLine } from '../lines/lineDraft.ts';
import type { LineDraft } from '../lines/lineDraft.ts';
import type { LineWorld } from '../lines/lineService.ts';
import { refreshProducts } from '../lines/lineService.ts';
import { priced } from '../lines/priced.ts';
import type { Pricing } from '../lines/priced.ts';
import type { SettlementRules } from '../settlement/settlement.ts';
import { mayBackdate } from './backdated.tsx';
import { goodsInput, sentRows } from './headDraft.ts';
import type { HeadDraft } from './headDraft.ts';
import { isKeyReused, isStale, noRefusal, pardoned, placeRefusal } from './refusals.ts';
import type { Refusal } from './refusals.ts';
import type { Defaults, Start } from './start.ts';

/** What a save came to. */
export type SaveResult =
  | { readonly result: 'saved'; readonly id: string; readonly number: string }
  | { readonly result: 'refused' }
  /** Somebody else saved it since it was read. */
  | { readonly result: 'stale' }
  /** An earlier try with this form's key reached the server. */
  | { readonly result: 'keyReused' };

export interface GoodsForm {
  readonly head: HeadDraft;
  readonly setHead: (change: Partial<HeadDraft>) => void;
  readonly store: GridStore<LineDraft>;
  readonly rules: SettlementRules;
  readonly world: () => LineWorld;
  readonly dirty: boolean;
  readonly refusal: Refusal;
  readonly saving: boolean;
  readonly key: () => string;
  readonly save: (audited: boolean, version?: number) => Promise<SaveResult>;
  /** Starts over: with another document, or blank. */
  readonly restart: (start: Start, key?: string) => void;
  /** The next save is another one than those that were tried. */
  readonly renewKey: () => void;
}

/** Which amounts the lines of a kind have, and how they are rounded and taxed. */
export function pricingOf(code: GoodsKindCode, settings: SettingsReply): Pricing {
  const kind = documentKinds[code];
  return {
    priced: kind.price !== null,
    taxed: kind.amounts.includes('tax'),
    paid: kind.amounts.includes('paidNow'),
    taxMode: settings.priceIncludesTax ? 'inclusive' : 'exclusive',
    digits: settings.currencyDigits,
  };
}

/** The lines a form opens with: at least a blank one. Those that were never saved have their figures worked out here. */
const opened = (
  code: GoodsKindCode,
  lines: readonly LineDraft[],
  defaults: Defaults,
  pricing: Pricing,
): readonly LineDraft[] =>
  lines.length > 0
    ? lines.map((line) => (line.line === null ? priced(line, pricing) : line))
    : [blankLine(documentKinds[code].warehouse ? defaults.warehouseId : null)];

/** Head, lines, and the way they are saved. Lines live outside React: only what shows them draws with them. */
export function useGoodsForm(code: GoodsKindCode, start: Start, defaults: Defaults): GoodsForm {
  const settings = useSettings();
  const [head, setWhole] = useState(start.head);
  const pricing = useMemo(() => pricingOf(code, settings), [code, settings]);
  const [store] = useState(() => gridStore(opened(code, start.lines, defaults, pricing)));
  const [edited, setEdited] = useState(false);
  const [base, setBase] = useState(() => store.values());
  const [refusal, setRefusal] = useState<Refusal>(noRefusal);
  const [saving, setSaving] = useState(false);
  const key = useRef(newKey());
  const busy = useRef(false);
  const rules = useMemo<SettlementRules>(
    () => ({ kind: code, pricing, payLater: settings.zeroChangeAmount }),
    [code, pricing, settings.zeroChangeAmount],
  );
  const touched = useStore(store, () => store.sheet().past.length > 0);
  const dirty = edited || touched;

  const latest = useLatest(head);
  const world = useCallback(
    (): LineWorld => ({
      kind: code,
      partnerId: latest().partnerId,
      pricing,
      warehouseId: documentKinds[code].warehouse
        ? (store.values().at(-1)?.warehouseId ?? defaults.warehouseId)
        : null,
    }),
    [code, pricing, store, defaults, latest],
  );

  useEffect(() => {
    // Stock, units and limits of lines that were read with the document; without them it can still be written.
    void refreshProducts(store, world()).catch(() => undefined);
  }, [store, world, base]);

  const restart = useCallback(
    (next: Start, withKey?: string) => {
      store.reset(opened(code, next.lines, defaults, pricing));
      setWhole(next.head);
      setEdited(false);
      setRefusal(noRefusal);
      setBase(store.values());
      key.current = withKey ?? newKey();
    },
    [code, store, defaults, pricing],
  );

  const save = async (audited: boolean, version?: number): Promise<SaveResult> => {
    if (busy.current) return { result: 'refused' };
    settleTyped(store, code, pricing, defaults);
    store.change(pardoned);
    const rows = sentRows(store.sheet().rows);
    const problem = problemOf(code, latest(), rows, store);
    if (problem !== null) {
      setRefusal(problem);
      return { result: 'refused' };
    }
    busy.current = true;
    setSaving(true);
    setRefusal(noRefusal);
    try {
      const input = goodsInput(
        code,
        latest(),
        rows.map(({ value }) => value),
        audited,
      );
      const edited = { id: latest().id, version: version ?? latest().version };
      if (!(await mayBackdate(input, edited))) return { result: 'refused' };
      const saved = await send(input, edited, key.current);
      key.current = newKey();
      return { result: 'saved', id: saved.id, number: saved.number };
    } catch (error) {
      if (isStale(error)) return { result: 'stale' };
      if (isKeyReused(error)) return { result: 'keyReused' };
      setRefusal(
        placeRefusal(
          error,
          store,
          rows.map((row) => row.key),
          'barcode',
          partsColumn,
        ),
      );
      return { result: 'refused' };
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  return {
    head,
    setHead: (change) => {
      setWhole((before) => ({ ...before, ...change }));
      setEdited(true);
    },
    store,
    rules,
    world,
    dirty,
    refusal,
    saving,
    key: useCallback(() => key.current, []),
    save,
    restart,
    renewKey: () => {
      key.current = newKey();
    },
  };
}

/** Where the parts of a line are shown. */
const partsColumn = ({ product }: LineDraft): string =>
  product?.serialManaged === true ? 'serials' : product?.lotManaged === true ? 'lot' : 'stockType';

const send = (
  input: ReturnType<typeof goodsInput>,
  { id, version }: { readonly id: string | null; readonly version: number | null },
  key: string,
) =>
  id === null
    ? call(goodsDocuments.add, input, { key, quiet: true })
    : call(goodsDocuments.update, { ...input, id, version: version ?? 0 }, { key, quiet: true });

/** What is still being typed belongs to the document that is saved. */
function settleTyped(
  store: GridStore<LineDraft>,
  code: GoodsKindCode,
  pricing: Pricing,
  defaults: Defaults,
): void {
  const { focus, typing } = store.sheet();
  if (focus === null || typing === null) return;
  const columns = goodsColumns({
    kind: documentKinds[code],
    pricing,
    warehouses: defaults.warehouses,
    overLink: true,
    shown: new Set(),
    openParts: () => undefined,
    openSerials: () => undefined,
    openPicker: () => undefined,
  });
  store.change((sheet) =>
    wrote(sheet, { columns, blank: () => blankLine(null), isBlank: () => false }, focus, typing),
  );
}

type Rows = ReturnType<
  typeof sentRows<
    GridStore<LineDraft>['sheet'] extends () => { readonly rows: readonly (infer Row)[] }
      ? Row
      : never
  >
>;

/** What the server would refuse anyway, said at once and at its place. */
function problemOf(
  code: GoodsKindCode,
  head: HeadDraft,
  rows: Rows,
  store: GridStore<LineDraft>,
): Refusal | null {
  const kind = documentKinds[code];
  const field = (name: string, message: string): Refusal => ({
    message,
    fields: { [name]: message },
  });
  if (kind.party?.required === true && head.partnerId === null)
    return field('partnerId', t('editor.save.noPartner'));
  if (rows.length === 0) return { message: t('editor.save.noLines'), fields: {} };
  const { settlement } = head;
  const unpaid =
    kind.account === 'required' &&
    settlement.accountId === null &&
    settlement.settlements.length === 0;
  if (unpaid && settlement.payment === 'now') return field('accountId', t('editor.save.noAccount'));
  for (const { key, value } of rows) {
    const refuse = (column: string, reason: string): void =>
      store.change((sheet) => refused(sheet, { key, column }, reason));
    if (kind.warehouse && value.warehouseId === null)
      refuse('warehouse', t('editor.wrong.noWarehouse'));
    if (kind.targetWarehouse && value.targetWarehouseId === null)
      refuse('targetWarehouse', t('editor.wrong.noWarehouse'));
  }
  const wrong = store.sheet().rows.some((row) => Object.keys(row.wrong).length > 0);
  return wrong ? { message: t('editor.save.wrongCells'), fields: {} } : null;
}
