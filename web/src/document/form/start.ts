import type { ReplyOf } from '@tradehouse/contract';
import {
  accountChoices,
  agreedOfDraft,
  documentToConvert,
  goodsDocuments,
  myWarehouses,
} from '@tradehouse/contract';
import { decimal, documentKinds, sourceAgreed, suggestedSupplier } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { todayIn } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { readPartner } from '../../control/references.tsx';
import type { PartnerChoice } from '../../control/references.tsx';
import { partnerHead } from '../draft/partnerHead.ts';
import { agreedWith } from '../draft/paymentTerms.ts';
import { begunLines } from '../draft/begun.ts';
import { lineFromReply, supplierFromLineReply } from '../draft/lineDraft.ts';
import { currencyFromReply } from '../draft/commonHead.ts';
import { termsNow } from '../draft/dayRates.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { blankSettlement } from '../draft/settlement.ts';
import {
  blankHead,
  copiedHead,
  copiedLine,
  headFromReply,
  servicesFrom,
} from '../draft/headDraft.ts';
import type { HeadDraft } from '../draft/headDraft.ts';

/** Initial content of a form. */
export interface GoodsFormStart {
  readonly head: HeadDraft;
  readonly lines: readonly LineDraft[];
  /** Idempotency-Key of a resumed draft. */
  readonly key?: string;
}

/** Purpose of a form (new, copy, change, conversion), parsed from its address. */
export type Purpose =
  /** With a partner if the address names one. */
  | { readonly open: 'new'; readonly partnerId?: string }
  | { readonly open: 'edit'; readonly id: string }
  | { readonly open: 'copy'; readonly id: string }
  /** With goods chosen on another page. */
  | { readonly open: 'begin'; readonly lines: string }
  /** Converted from documents of one partner. */
  | { readonly open: 'convert'; readonly ids: string };

/** Available choices, and default choices. */
export interface Defaults {
  readonly warehouses: readonly { readonly id: string; readonly name: string }[];
  readonly warehouseId: string | null;
  readonly accountId: string | null;
}

/** Read once when a form opens. */
export async function readDefaults(): Promise<Defaults> {
  const [warehouses, { accountList }] = await Promise.all([
    callEndpoint(myWarehouses, {}),
    callEndpoint(accountChoices, {}),
  ]);
  const chosen =
    warehouses.find(({ isDefault }) => isDefault) ??
    (warehouses.length === 1 ? warehouses[0] : undefined);
  const account =
    accountList.find(({ isDefault }) => isDefault) ??
    (accountList.length === 1 ? accountList[0] : undefined);
  return { warehouses, warehouseId: chosen?.id ?? null, accountId: account?.id ?? null };
}

/** Returns a form's initial head and lines; the company's clock gives the day. */
export async function loadGoodsFormStart(
  code: GoodsKindCode,
  purpose: Purpose,
  defaults: Defaults,
  timeZone: string,
): Promise<GoodsFormStart> {
  switch (purpose.open) {
    case 'new': {
      const head = createHeadDraft(code, defaults);
      const partner = await readStartPartner(code, purpose.partnerId);
      return { head: { ...head, ...(partner && partnerHead(code, head, partner)) }, lines: [] };
    }
    case 'begin':
      return { head: createHeadDraft(code, defaults), lines: begunLines(purpose.lines) };
    case 'edit': {
      const { id } = purpose;
      const [reply, agreed] = await Promise.all([
        callEndpoint(goodsDocuments.info, { id }),
        callEndpoint(agreedOfDraft, { id }),
      ]);
      const start = { head: headFromReply(reply), lines: reply.lines.map(savedLine(code)) };
      return asHandedOn(start, agreed);
    }
    case 'copy': {
      const reply = await callEndpoint(goodsDocuments.info, { id: purpose.id });
      const today = todayIn(timeZone);
      const head = copiedHead(headFromReply(reply), today);
      return {
        head: { ...head, ...(await termsNow(head)) },
        lines: reply.lines.map(lineFromReply).map((line) => copiedLine(line, today)),
      };
    }
    case 'convert':
      return loadConvertedStart(code, purpose.ids, defaults);
  }
}

/** Reads a new document's partner; null if the kind has none or the user may not choose the partner. */
async function readStartPartner(
  code: GoodsKindCode,
  id: string | undefined,
): Promise<PartnerChoice | null> {
  const { partner } = documentKinds[code];
  return id === undefined || partner === null ? null : readPartner(partner.type, id);
}

function createHeadDraft(code: GoodsKindCode, defaults: Defaults): HeadDraft {
  // Orders take a deposit only on request; their account is optional.
  const accountId = documentKinds[code].account === 'required' ? defaults.accountId : null;
  return { ...blankHead, settlement: { ...blankSettlement, accountId } };
}

type ConvertedDocument = ReplyOf<typeof documentToConvert>;

async function loadConvertedStart(
  code: GoodsKindCode,
  ids: string,
  defaults: Defaults,
): Promise<GoodsFormStart> {
  const reply = await callEndpoint(documentToConvert, { ids, kind: code });
  if (reply.lines.length === 0) void getNotices().message.warning(t('document.link.nothingLeft'));
  const head = convertedHead(code, reply, defaults);
  return {
    head: { ...head, ...(await termsNow(head)) },
    lines: convertedLines(code, reply, defaults),
  };
}

/** Returns the supplier suggested unanimously by the chosen lines, if the document goes to a supplier. */
const suggestedBy = (code: GoodsKindCode, { lines }: ConvertedDocument) =>
  documentKinds[code].partner?.type === 'supplier'
    ? suggestedSupplier(lines.map(supplierFromLineReply))
    : null;

const isZeroDiscount = (amount: string): boolean => decimal(amount).isZero();
const hasDiscount = (discounts: ConvertedDocument['discounts']): boolean =>
  discounts.some(({ discount }) => !isZeroDiscount(discount));

/** Discount, deposit, account and people go on from the source. */
export function convertedHead(
  code: GoodsKindCode,
  reply: ConvertedDocument,
  defaults: Defaults,
): HeadDraft {
  // Orders take a deposit only on request: no account is preselected.
  const accountId =
    documentKinds[code].account === 'required' ? (reply.accountId ?? defaults.accountId) : null;
  const agrees = hasDiscount(reply.discounts);
  const deposit = isZeroDiscount(reply.depositLeft) ? '' : reply.depositLeft;
  const suggested = reply.partnerId === null ? suggestedBy(code, reply) : null;
  return {
    ...blankHead,
    partnerId: suggested?.id ?? reply.partnerId,
    partnerName: suggested?.name ?? reply.partnerName,
    salespersonIds: reply.salespersonIds,
    remark: reply.remark,
    agreed: agreedWith(reply),
    ...currencyFromReply(reply),
    depositLeft: deposit,
    keptDigits: reply.keptDigits,
    settlement: {
      ...blankSettlement,
      discount: { by: agrees ? 'agreed' : 'rate', value: '' },
      agreedDiscounts: reply.discounts,
      services: servicesFrom(reply.services),
      depositUsed: deposit === '' ? '' : null,
      accountId,
      payment: documentKinds[code].prepaid && reply.payment === 'prepaid' ? 'prepaid' : 'now',
    },
  };
}

/** Returns a saved line; without an agreed price in its source, the price is a proposal. */
export const savedLine =
  (code: GoodsKindCode) =>
  (reply: ReplyOf<typeof goodsDocuments.info>['lines'][number]): LineDraft => {
    const line = lineFromReply(reply);
    if (line.source === null || sourceAgreed(code)) return line;
    return { ...line, source: { ...line.source, unpriced: true } };
  };

/**
 * Returns a saved draft with the sources' agreements, shared again as lines change; an own price or
 * discount remains.
 */
export function asHandedOn(
  { head, lines }: GoodsFormStart,
  { discounts, sharesDiscount, lines: agreedLines, keptDigits }: ReplyOf<typeof agreedOfDraft>,
): GoodsFormStart {
  const { settlement } = head;
  const agrees = sharesDiscount && hasDiscount(discounts);
  const byLine = new Map(agreedLines.map((one) => [one.line, one]));
  return {
    head: {
      ...head,
      keptDigits,
      settlement: {
        ...settlement,
        discount: agrees ? { by: 'agreed', value: '' } : settlement.discount,
        agreedDiscounts: discounts,
      },
    },
    lines: lines.map((line) => {
      const found = byLine.get(line.line ?? 0);
      if (found === undefined || line.source === null) return line;
      const { agreed, ownPrice } = found;
      return { ...line, source: { ...line.source, agreed, ownPrice } };
    }),
  };
}

/** Returns the remainder of each source line at the agreed price. */
export function convertedLines(
  code: GoodsKindCode,
  { lines, currency }: Pick<ConvertedDocument, 'lines' | 'currency'>,
  defaults: Defaults,
): readonly LineDraft[] {
  const placed = documentKinds[code].warehouse;
  // Unagreed prices are in the company's own currency, at a new line's default.
  const unpriced = currency === null;
  const proposed = (line: (typeof lines)[number]): LineDraft => {
    const { product, ...draft } = lineFromReply(line);
    return { ...draft, product: product && { ...product, price: line.unitPrice } };
  };
  return lines.map((line) => ({
    ...(unpriced ? proposed(line) : lineFromReply(line)),
    line: null,
    supplier: null,
    quantity: line.remaining,
    warehouseId: placed ? (line.warehouseId ?? defaults.warehouseId) : null,
    source: {
      documentId: line.sourceDocumentId ?? '0',
      line: line.sourceLine ?? line.line,
      number: line.sourceNumber,
      original: line.quantity,
      remaining: line.remaining,
      ...(unpriced && { unpriced }),
      ...(line.agreed && { agreed: line.agreed }),
    },
  }));
}
