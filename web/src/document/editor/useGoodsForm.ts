import type { GoodsDocumentInput, ReplyOf, SettingsReply } from '@tradehouse/contract';
import { goodsDocuments, maskOfKind } from '@tradehouse/contract';
import { documentKinds, plain } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../app/net/client.ts';
import type { CallOptions } from '../../app/net/client.ts';
import { useWhileInFront } from '../../app/tabs/front.tsx';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { settle } from '../grid/keys.ts';
import type { Shape, RowState } from '../grid/gridState.ts';
import { useLatest } from '../grid/useLatest.ts';
import { goodsColumns } from '../lines/goodsColumns.ts';
import { blankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { LineWorld } from '../lines/lineService.ts';
import { convertAll, refreshProducts } from '../lines/lineService.ts';
import { numberOf, priced, sharedTogether } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import {
  besidePrepayment,
  hasUnread,
  servicesAt,
  withSharedDiscount,
} from '../draft/settlement.ts';
import type { SettlementRules } from '../draft/settlement.ts';
import { mayBackdate } from '../form/backdated.tsx';
import { useFormDigits } from '../form/useFormDigits.ts';
import { warnOverCredit } from '../steps/overCredit.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { goodsInput, sentRows } from '../draft/headDraft.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import { paysLater } from '../draft/paymentTerms.ts';
import { markMissing } from '../draft/missing.ts';
import { refusedField, refusedLines, refusedRate, wrongCells } from '../draft/refusals.ts';
import type { Refusal } from '../draft/refusals.ts';
import type { Defaults, Start } from '../form/start.ts';
import { figuresOfLines } from '../settlement/useFigures.ts';
import { useDocumentForm } from '../form/useDocumentForm.ts';
import type { DocumentForm } from '../form/useDocumentForm.ts';

/** A goods document while it is being written. */
export interface GoodsForm extends DocumentForm<HeadDraft, LineDraft> {
  readonly rules: SettlementRules;
  readonly world: () => LineWorld;
}

/** Which amounts the lines of a kind have that its writer may see, and how they are rounded and taxed. */
export function pricingOf(
  code: GoodsKindCode,
  settings: Pick<SettingsReply, 'priceIncludesTax' | 'hiddenAmounts'>,
  digits: number,
): Pricing {
  const kind = documentKinds[code];
  const seen = ![maskOfKind(kind), 'kind'].some((mask) => settings.hiddenAmounts.includes(mask));
  return {
    priced: kind.price !== null && seen,
    taxed: kind.amounts.includes('tax'),
    paid: kind.amounts.includes('paidNow'),
    taxMode: settings.priceIncludesTax ? 'inclusive' : 'exclusive',
    digits,
  };
}

/** The lines a form opens with, their figures as they will be saved; at least a blank one. */
const opened = (
  code: GoodsKindCode,
  lines: readonly LineDraft[],
  defaults: Defaults,
  pricing: Pricing,
): readonly LineDraft[] =>
  lines.length > 0
    ? lines.map((line) => priced(line, pricing))
    : [blankLine(documentKinds[code].warehouse ? defaults.warehouseId : null)];

/** Head and lines of a goods document, and the way they are saved. */
export function useGoodsForm(code: GoodsKindCode, start: Start, defaults: Defaults): GoodsForm {
  const settings = useSettings();
  const [digits, follow] = useFormDigits(start.head.currency);
  const pricing = useMemo(() => pricingOf(code, settings, digits), [code, settings, digits]);
  const rulesFor = (head: HeadDraft): SettlementRules => ({
    kind: code,
    pricing,
    payLater: paysLater(head, settings),
  });
  const form = useDocumentForm<HeadDraft, LineDraft>(start, {
    opened: (lines) => opened(code, lines, defaults, pricing),
    settle: (store) => settle(store, shapeOf(code, pricing, defaults)),
    sent: sentRows,
    problem: (head, rows, store) => problemOf(head, rows, store, rulesFor(head)),
    send: (head, lines, approved, options) => {
      const shared = sharedTogether(lines, pricing);
      return send(
        goodsInput(code, reckoned(head, lines, rulesFor(head)), shared, approved),
        head,
        options,
      ).then((saved) => warned(saved, head));
    },
    column: 'barcode',
    partsColumn,
  });
  follow(form.head.currency);
  const { payLater } = rulesFor(form.head);
  const rules = useMemo<SettlementRules>(
    () => ({ kind: code, pricing, payLater }),
    [code, pricing, payLater],
  );
  const { store } = form;
  const [base, setBase] = useState(() => store.values());

  const latest = useLatest(form.head);
  const world = useCallback(
    (): LineWorld => ({
      kind: code,
      partnerId: latest().partnerId,
      activityId: latest().activityId,
      currency: latest().currency,
      exchangeRate: latest().exchangeRate,
      pricing,
      warehouseId: documentKinds[code].warehouse
        ? (store.values().at(-1)?.warehouseId ?? defaults.warehouseId)
        : null,
    }),
    [code, pricing, store, defaults, latest],
  );

  useWhileInFront(
    useCallback(() => {
      // Stock, units and limits of lines that were read with the document; without them it can still be written.
      void refreshProducts(store, world()).catch(() => undefined);
      return undefined;
      // Another document in the form is another work.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [store, world, base]),
  );

  useConverted(form, world, base);

  return {
    ...form,
    rules,
    world,
    restart: (next) => {
      form.restart(next);
      setBase(store.values());
    },
  };
}

/** Milliseconds after which a rate has been typed. */
const TYPED = 300;

/**
 * Keeps proposed prices in the money that the document is in, and those of its activity; `opened` is another where the form has
 * another document.
 */
function useConverted(
  { head, setHead, store }: Pick<GoodsForm, 'head' | 'setHead' | 'store'>,
  world: () => LineWorld,
  opened: unknown,
): void {
  const { currency, exchangeRate, activityId } = head;
  const latest = useLatest(head);
  const before = useRef({ currency, exchangeRate, activityId, opened });
  useEffect(() => {
    const was = before.current;
    before.current = { currency, exchangeRate, activityId, opened };
    const sameMoney = was.currency === currency && was.exchangeRate === exchangeRate;
    if ((sameMoney && was.activityId === activityId) || was.opened !== opened) return undefined;
    const timer = setTimeout(() => {
      void convertAll(store, world).catch(() => undefined);
      if (sameMoney || (currency !== '' && exchangeRate === '')) return;
      const { settlement } = latest();
      const services = servicesAt(settlement.services, exchangeRate, world().pricing.digits);
      setHead({ settlement: { ...settlement, services } });
    }, TYPED);
    return () => clearTimeout(timer);
    // What is set is none of what it waits for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [currency, exchangeRate, activityId, opened, store, world]);
}

/** Figures of the foot, written down: the agreed discount, the deposit that is used, and what an account pays beside a prepayment. */
function reckoned(head: HeadDraft, lines: readonly LineDraft[], rules: SettlementRules): HeadDraft {
  const { settlement, depositLeft } = head;
  const figures = figuresOfLines(lines, settlement, rules, depositLeft);
  const depositUsed = settlement.depositUsed ?? plain(figures.depositUsed);
  const { prepaid, rest } = partsOf(head, lines, rules);
  const { accountId } = settlement;
  const beside = { settlements: [{ accountId, amount: plain(rest) }] };
  // What a prepayment has no part in is paid as if there were none.
  const paid = rest.isZero() ? {} : prepaid.isZero() ? { payment: 'now' as const } : beside;
  const shared = sharedTogether(lines, rules.pricing);
  const { discount } = withSharedDiscount(settlement, shared, rules.pricing);
  return { ...head, settlement: { ...settlement, discount, depositUsed, ...paid } };
}

/** What a prepayment and an account have to do with what a document comes to. */
const partsOf = (
  { settlement, prepayment, depositLeft }: HeadDraft,
  lines: readonly LineDraft[],
  rules: SettlementRules,
): ReturnType<typeof besidePrepayment> =>
  besidePrepayment(
    settlement,
    figuresOfLines(lines, settlement, rules, depositLeft).payable,
    prepayment,
    rules.kind,
  );

/** Where the parts of a line are shown. */
const partsColumn = ({ product }: LineDraft): string =>
  product?.serialManaged === true ? 'serials' : product?.lotManaged === true ? 'lot' : 'stockType';

/** Saves, unless it is dated back and what that changes is not wanted. */
async function send(
  input: GoodsDocumentInput,
  { id, version }: HeadDraft,
  options: CallOptions,
): Promise<Saved | null> {
  if (!(await mayBackdate(input, { id, version }))) return null;
  return id === null
    ? call(goodsDocuments.add, input, options)
    : call(goodsDocuments.update, { ...input, id, version: version ?? 0 }, options);
}

type Saved = ReplyOf<typeof goodsDocuments.add>;

/** What was saved; where its customer owes more than it may, that is said. */
function warned(saved: Saved | null, { partnerName: name }: HeadDraft): Saved | null {
  const over = saved?.overCredit ?? null;
  warnOverCredit(over === null ? [] : [{ name, ...over }]);
  return saved;
}

/** The columns as what is typed in them is read; none of them opens anything. */
const shapeOf = (
  code: GoodsKindCode,
  pricing: Pricing,
  { warehouses }: Defaults,
): Shape<LineDraft> => ({
  columns: goodsColumns({
    code,
    pricing,
    warehouses,
    overLink: true,
    shown: new Set(),
    openParts: () => undefined,
    openSerials: () => undefined,
    openPicker: () => undefined,
  }),
  blank: () => blankLine(null),
  isBlank: () => false,
});

/** What the server would refuse anyway, said at once and at its place. */
function problemOf(
  head: HeadDraft,
  rows: readonly RowState<LineDraft>[],
  store: GridStore<LineDraft>,
  rules: SettlementRules,
): Refusal | null {
  const kind = documentKinds[rules.kind];
  if (kind.partner?.required === true && head.partnerId === null)
    return refusedField('partnerId', t('editor.save.noPartner', { name: partnerLabel(kind) }));
  if (rows.length === 0) return refusedLines(t('editor.save.noLines'));
  const noRate = refusedRate(head);
  if (noRate !== null) return noRate;
  const { settlement } = head;
  if (hasUnread(settlement)) return refusedField('settlement', t('editor.save.wrongCells'));
  const unpaid =
    kind.account === 'required' &&
    settlement.accountId === null &&
    settlement.settlements.length === 0;
  const lines = rows.map(({ value }) => value);
  if (unpaid && (settlement.payment === 'now' || partsOf(head, lines, rules).rest.gt(0)))
    return refusedField('accountId', t('editor.save.noAccount'));
  const { most } = partsOf(head, lines, rules);
  if (settlement.payment === 'prepaid' && numberOf(settlement.prepaid ?? '').gt(most))
    return refusedField('prepaid', t('editor.cash.most', { most: plain(most) }));
  markMissing(kind, rows, store);
  return wrongCells(store);
}
