import type { GoodsDocumentInput, ReplyOf, SettingsReply } from '@tradehouse/contract';
import { goodsDocuments, maskOfKind } from '@tradehouse/contract';
import { documentKinds, takesPromotions, toPlainDecimal } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import type { CallOptions } from '../../app/net/client.ts';
import { shownAt } from '../../control/DatePicker.tsx';
import { useWhileInFront } from '../../app/tabs/front.tsx';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import type { GridShape, RowState } from '../grid/gridState.ts';
import { useLatest } from '../grid/useLatest.ts';
import { columnsOfGoodsLines } from '../lines/goodsColumns.ts';
import { blankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { LineLookupContext } from '../lines/lineService.ts';
import { convertAll, createBarcodeLookUps, refreshProducts } from '../lines/lineService.ts';
import { completeGoodsLines } from '../lines/completeLines.ts';
import { createPromotionOffers } from '../lines/promotionOffers.ts';
import type { OfferHead } from '../lines/promotionOffers.ts';
import { createPriceConversion } from '../lines/priceConversion.ts';
import type { PriceCause, PriceConversion } from '../lines/priceConversion.ts';
import { decimalFromDraft, priceLine, sharedTogether } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import {
  besidePrepayment,
  hasUnread,
  servicesAt,
  settlementInCurrency,
  withSharedDiscount,
  paidTyped,
} from '../draft/settlement.ts';
import type { SettlementRules } from '../draft/settlement.ts';
import { mayBackdate } from '../form/backdated.tsx';
import { useFormCurrency } from '../form/useFormCurrency.ts';
import type { FormCurrency } from '../form/useFormCurrency.ts';
import { warnOverCredit } from '../steps/overCredit.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { toGoodsDocumentInput, sentRows } from '../draft/headDraft.ts';
import type { HeadDraft } from '../draft/headDraft.ts';
import { paysLater } from '../draft/paymentTerms.ts';
import { markMissing } from '../draft/missing.ts';
import { refusedField, refusedLines, refusedRate, wrongCells } from '../draft/refusals.ts';
import type { SaveRefusal } from '../draft/refusals.ts';
import type { Defaults, GoodsFormStart } from '../form/start.ts';
import { figuresOfLines } from '../settlement/useFigures.ts';
import { useDocumentForm } from '../form/useDocumentForm.ts';
import type { DocumentForm } from '../form/useDocumentForm.ts';

export interface GoodsForm extends DocumentForm<HeadDraft, LineDraft> {
  readonly rules: SettlementRules;
  readonly world: () => LineLookupContext;
  /** Field whose change is not yet in the proposed prices, because a look-up failed; null: none. */
  readonly unpriced: PriceCause | null;
  /** Converts proposed prices at once; a save waits for the conversion. */
  readonly convertPrices: () => void;
}

/** Returns visible amounts of a kind's lines, with rounding and tax. */
export function pricingOf(
  code: GoodsKindCode,
  settings: Pick<SettingsReply, 'priceIncludesTax' | 'hiddenAmounts'>,
  { currency, digits }: FormCurrency,
): Pricing {
  const kind = documentKinds[code];
  const seen = ![maskOfKind(kind), 'kind'].some((mask) => settings.hiddenAmounts.includes(mask));
  return {
    priced: kind.price !== null && seen,
    taxed: kind.amounts.includes('tax'),
    paid: kind.amounts.includes('paidNow'),
    taxMode: settings.priceIncludesTax ? 'inclusive' : 'exclusive',
    currency,
    digits,
  };
}

/** Returns the initial lines with figures as saved; at least a blank line. */
const buildFormLines = (
  code: GoodsKindCode,
  lines: readonly LineDraft[],
  defaults: Defaults,
  pricing: Pricing,
): readonly LineDraft[] =>
  lines.length > 0
    ? lines.map((line) => priceLine(line, pricing))
    : [blankLine(documentKinds[code].warehouse ? defaults.warehouseId : null)];

/** Holds head and lines of a goods document, and saves the document. */
export function useGoodsForm(
  code: GoodsKindCode,
  start: GoodsFormStart,
  defaults: Defaults,
): GoodsForm {
  const settings = useSettings();
  const [money, follow] = useFormCurrency(start.head);
  const pricing = useMemo(() => pricingOf(code, settings, money), [code, settings, money]);
  const shape = useMemo(() => shapeOfGoodsGrid(code, pricing, defaults), [code, pricing, defaults]);
  const rulesFor = (head: HeadDraft): SettlementRules => ({
    kind: code,
    pricing,
    payLater: paysLater(head, settings),
  });
  const conversion = useRef<PriceConversion | null>(null);
  const form: DocumentForm<HeadDraft, LineDraft> = useDocumentForm<HeadDraft, LineDraft>(start, {
    complete: async () =>
      (await completeGoodsLines(form.store, lookUps, conversion.current)) ?? offers.settle(),
    rereadAmounts: (head) => ({
      ...head,
      settlement: settlementInCurrency(head.settlement, head.currency),
    }),
    opened: (lines) => buildFormLines(code, lines, defaults, pricing),
    shape,
    sent: sentRows,
    problem: (head, rows, store) => findGoodsProblem(head, rows, store, rulesFor(head)),
    send: (head, lines, approved, options) => {
      const shared = sharedTogether(lines, pricing);
      return sendGoodsDocument(
        toGoodsDocumentInput(code, withComputedFoot(head, lines, rulesFor(head)), shared, approved),
        head,
        options,
      ).then((saved) => warnIfOverCredit(saved, head));
    },
    column: 'barcode',
    partsColumn,
  });
  follow(form.head);
  const { payLater } = rulesFor(form.head);
  const rules = useMemo<SettlementRules>(
    () => ({ kind: code, pricing, payLater }),
    [code, pricing, payLater],
  );
  const { store } = form;
  const [base, setBase] = useState(() => store.values());

  const latest = useLatest(form.head);
  const world = useCallback(
    (): LineLookupContext => ({
      kind: code,
      partnerId: latest().partnerId,
      activityId: latest().activityId,
      time: latest().time,
      currency: latest().currency,
      exchangeRate: latest().exchangeRate,
      pricing,
      warehouseId: documentKinds[code].warehouse
        ? (store.values().at(-1)?.warehouseId ?? defaults.warehouseId)
        : null,
      offers: [...base, ...store.values()].filter(({ source }) => source !== null),
    }),
    [code, pricing, store, defaults, latest, base],
  );

  // A currency change updates `world` without rereading products: facts read in the new currency would make
  // proposed prices look typed, and prevent conversion.
  const worldNow = useLatest(world);
  const [lookUps] = useState(() => createBarcodeLookUps(store, () => worldNow()()));
  useEffect(() => lookUps.watch(), [lookUps]);
  useWhileInFront(
    useCallback(() => {
      // Stock, units and limits of saved lines; the document remains editable without this data.
      void refreshProducts(store, worldNow()()).catch(() => undefined);
      return undefined;
      // Another document in the form is another work.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [store, base]),
  );

  const offerHead = useLatest((): OfferHead | null => {
    const { partnerId, time, currency, couponCode, id } = latest();
    const sees = pricing.priced && !settings.hiddenAmounts.includes('sale');
    if (!takesPromotions(code) || !sees) return null;
    return {
      kind: code,
      partnerId,
      time,
      currency,
      documentId: id,
      ...(couponCode.trim() === '' ? {} : { couponCode: couponCode.trim() }),
    };
  });
  const pricingNow = useLatest(pricing);
  const [offers] = useState(() => createPromotionOffers(store, () => offerHead()(), pricingNow));
  useEffect(() => offers.watch(), [offers]);
  const { partnerId, time, currency, couponCode } = form.head;
  useEffect(() => offers.refresh(), [offers, partnerId, time, currency, couponCode, base]);

  const [unpriced, setUnpriced] = useState<PriceCause | null>(null);
  conversion.current = useConverted(form, () => worldNow()(), base, setUnpriced);

  return {
    ...form,
    rules,
    world,
    unpriced,
    convertPrices: () => conversion.current?.schedule(0),
    restart: (next) => {
      form.restart(next);
      setBase(store.values());
    },
  };
}

/** Milliseconds after which a typed rate is complete. */
const TYPED = 300;

/**
 * Keeps proposed prices in the money that the document is in, and those of its activity; `opened` is another where the form has
 * another document.
 */
function useConverted(
  { head, setHead, store }: Pick<GoodsForm, 'head' | 'setHead' | 'store'>,
  world: () => LineLookupContext,
  opened: unknown,
  tellFailed: (failed: PriceCause | null) => void,
): PriceConversion {
  const { currency, exchangeRate, activityId } = head;
  const day = head.time === null ? '' : shownAt(head.time).format('YYYY-MM-DD');
  const latest = useLatest(head);
  const before = useRef({ currency, exchangeRate, activityId, day, opened });
  const worldNow = useLatest(world);
  const [conversion] = useState(() =>
    createPriceConversion(() => convertAll(store, () => worldNow()()), tellFailed),
  );
  useEffect(() => conversion.cancel, [conversion]);
  useEffect(() => {
    const was = before.current;
    before.current = { currency, exchangeRate, activityId, day, opened };
    const sameMoney = was.currency === currency && was.exchangeRate === exchangeRate;
    if (was.opened !== opened) {
      conversion.cancel();
      return;
    }
    const sameActivity = was.activityId === activityId;
    if (sameMoney && sameActivity && was.day === day) return;
    conversion.schedule(TYPED, sameMoney ? (sameActivity ? 'time' : 'activityId') : 'currency');
    if (sameMoney || (currency !== '' && exchangeRate === '')) return;
    const { settlement } = latest();
    if (settlement.services.length === 0) return;
    const services = servicesAt(settlement.services, exchangeRate, world().pricing.digits);
    setHead({ settlement: { ...settlement, services } });
    // What is set is none of what it waits for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [currency, exchangeRate, activityId, day, opened, store]);
  return conversion;
}

/**
 * Fixes computed figures below the lines: agreed discount, used deposit, and the account payment next to a
 * prepayment. A payment following the amount due is fixed, too, because a saved document would keep an
 * unnamed payment.
 */
export function withComputedFoot(
  head: HeadDraft,
  lines: readonly LineDraft[],
  rules: SettlementRules,
): HeadDraft {
  const { settlement, depositLeft } = head;
  const figures = figuresOfLines(lines, settlement, rules, depositLeft);
  const paid =
    head.id === null || paidTyped(settlement) !== null
      ? {}
      : { paidNow: toPlainDecimal(figures.paidNow) };
  const received =
    head.id === null || settlement.received !== null
      ? {}
      : { received: toPlainDecimal(figures.received) };
  const depositUsed = settlement.depositUsed ?? toPlainDecimal(figures.depositUsed);
  const { prepaid, rest } = splitHeadPayment(head, lines, rules);
  const { accountId } = settlement;
  const beside = { settlements: [{ accountId, amount: toPlainDecimal(rest) }] };
  // With no part for the prepayment, the account pays all.
  const parts = rest.isZero() ? {} : prepaid.isZero() ? { payment: 'now' as const } : beside;
  const shared = sharedTogether(lines, rules.pricing);
  const { discount } = withSharedDiscount(settlement, shared, rules.pricing);
  return {
    ...head,
    settlement: { ...settlement, discount, depositUsed, ...paid, ...received, ...parts },
  };
}

/** Splits a document's total between prepayment and account. */
const splitHeadPayment = (
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

/** Saves unless the document is backdated and the user declines the effects. */
async function sendGoodsDocument(
  input: GoodsDocumentInput,
  { id, version }: HeadDraft,
  options: CallOptions,
): Promise<SavedGoodsDocument | null> {
  if (!(await mayBackdate(input, { id, version }))) return null;
  return id === null
    ? callEndpoint(goodsDocuments.add, input, options)
    : callEndpoint(goodsDocuments.update, { ...input, id, version: version ?? 0 }, options);
}

type SavedGoodsDocument = ReplyOf<typeof goodsDocuments.add>;

/** Returns the saved document, with a warning if its customer exceeds the credit limit. */
function warnIfOverCredit(
  saved: SavedGoodsDocument | null,
  { partnerName: name }: HeadDraft,
): SavedGoodsDocument | null {
  const over = saved?.overCredit ?? null;
  warnOverCredit(over === null ? [] : [{ name, ...over }]);
  return saved;
}

/** Returns columns for parsing typed text only; none opens a dialog. */
const shapeOfGoodsGrid = (
  code: GoodsKindCode,
  pricing: Pricing,
  { warehouses }: Defaults,
): GridShape<LineDraft> => ({
  columns: columnsOfGoodsLines({
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

/** Finds problems that the server would refuse, and reports each in place. */
function findGoodsProblem(
  head: HeadDraft,
  rows: readonly RowState<LineDraft>[],
  store: GridStore<LineDraft>,
  rules: SettlementRules,
): SaveRefusal | null {
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
  if (unpaid && (settlement.payment === 'now' || splitHeadPayment(head, lines, rules).rest.gt(0)))
    return refusedField('accountId', t('editor.save.noAccount'));
  const { most } = splitHeadPayment(head, lines, rules);
  if (settlement.payment === 'prepaid' && decimalFromDraft(settlement.prepaid ?? '').gt(most))
    return refusedField('prepaid', t('editor.cash.most', { most: toPlainDecimal(most) }));
  markMissing(kind, rows, store);
  return wrongCells(store);
}
