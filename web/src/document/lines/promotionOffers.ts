import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { offerPromotions } from '@tradehouse/contract';
import { callEndpoint } from '../../app/net/client.ts';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { isBlankLine, promotionOf } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { decimalFromDraft, priceLine } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { refusedField, refusedLines } from '../draft/refusals.ts';
import type { SaveRefusal } from '../draft/refusals.ts';

/** Head of a sale whose lines may take part in promotions. */
export type OfferHead = Omit<InputOf<typeof offerPromotions>, 'lines'>;
type OfferReply = ReplyOf<typeof offerPromotions>;

/** Promotions of the lines of a form: requested after each change, shown once the server has answered. */
export interface PromotionOffers {
  /** Requests offers as lines change; answers the stop. */
  readonly watch: () => () => void;
  /** Requests an offer after a pause, because the head changed. */
  readonly refresh: () => void;
  /** Reads the offer of the present lines before a save; refuses if the shown amounts have changed. */
  readonly settle: () => Promise<SaveRefusal | null>;
}

/** Milliseconds after which a change of the lines is complete. */
const TYPED = 250;
/** Milliseconds for which a day without promotions is remembered. */
const QUIET = 60_000;

/** Checks if a line may take part: its own goods at a unit price. A typed amount takes part in none. */
const mayTakePart = (line: LineDraft): boolean =>
  !isBlankLine(line) &&
  line.product !== null &&
  line.source === null &&
  line.pricedBy === 'unitPrice' &&
  line.unitPrice !== '' &&
  decimalFromDraft(line.quantity).gt(0);

/** @param head null: the document has no promotions, or the user sees no amounts */
export function createPromotionOffers(
  store: GridStore<LineDraft>,
  head: () => OfferHead | null,
  pricing: () => Pricing,
  read: (input: InputOf<typeof offerPromotions>) => Promise<OfferReply> = (input) =>
    callEndpoint(offerPromotions, input, { quiet: true }),
): PromotionOffers {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let answered = '';
  let quietUntil = 0;

  const taking = () => store.grid().rows.filter(({ value }) => mayTakePart(value));
  const questionOf = (rows: ReturnType<typeof taking>): string =>
    JSON.stringify([
      head(),
      rows.map(({ key, value }) => [key, value.barcode, value.quantity, value.unitPrice]),
    ]);
  const isOffered = (): boolean => store.values().some((line) => promotionOf(line) !== null);

  /** Shows an offer at its lines; true: an amount differs from the shown amount. */
  const show = (rows: ReturnType<typeof taking>, offer: OfferReply): boolean => {
    const found = new Map(
      rows.map(({ key, value }, at) => [key, { value, line: offer.lines[at] }]),
    );
    let changed = false;
    store.change((grid) => {
      const next = grid.rows.map((row) => {
        const { value, line } = found.get(row.key) ?? {};
        const promotion =
          offer.running && line !== undefined && value !== undefined
            ? {
                barcode: value.barcode,
                quantity: value.quantity,
                regularPrice: value.unitPrice,
                ...line,
              }
            : undefined;
        const before = row.value.promotion;
        if (JSON.stringify(before) === JSON.stringify(promotion)) return row;
        const { promotion: _, ...rest } = row.value;
        const priced = priceLine(
          promotion === undefined ? rest : { ...rest, promotion },
          pricing(),
        );
        changed ||= priced.total !== row.value.total;
        return { ...row, value: priced };
      });
      return next.every((row, at) => row === grid.rows[at]) ? grid : { ...grid, rows: next };
    });
    return changed;
  };

  const ask = async (): Promise<{
    readonly offer: OfferReply;
    readonly changed: boolean;
  } | null> => {
    clearTimeout(timer);
    const rows = taking();
    const about = head();
    const question = questionOf(rows);
    if (about === null || (rows.length === 0 && about.couponCode === undefined)) {
      answered = question;
      return null;
    }
    const offer = await read({
      ...about,
      lines: rows.map(({ value }) => ({
        barcode: value.barcode,
        quantity: value.quantity,
        regularPrice: value.unitPrice,
      })),
    });
    // The lines changed meanwhile: a later request asks for them.
    if (questionOf(taking()) !== question) return ask();
    quietUntil = offer.running ? 0 : Date.now() + QUIET;
    answered = question;
    return { offer, changed: show(rows, offer) };
  };

  const schedule = (): void => {
    if (head() === null || questionOf(taking()) === answered) return;
    if (Date.now() < quietUntil && !isOffered()) return;
    clearTimeout(timer);
    // A failed request is repeated with the next change, and before the save.
    timer = setTimeout(() => void ask().catch(() => undefined), TYPED);
  };

  return {
    watch: () => {
      const stop = store.subscribe(schedule);
      schedule();
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    refresh: () => {
      quietUntil = 0;
      schedule();
    },
    settle: async () => {
      const about = head();
      if (about === null || (Date.now() < quietUntil && !isOffered())) return null;
      try {
        const answer = await ask();
        if (answer === null) return null;
        if (!answer.offer.couponKnown)
          return refusedField(
            'couponCode',
            t('promotion.coupon', { code: about.couponCode ?? '' }),
          );
        return answer.changed ? refusedLines(t('promotion.recomputed')) : null;
      } catch {
        return refusedLines(t('promotion.unread'));
      }
    },
  };
}
