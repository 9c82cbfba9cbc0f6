import type { ReplyOf } from '@tradehouse/contract';
import {
  accountChoices,
  documentToConvert,
  goodsDocuments,
  myWarehouses,
} from '@tradehouse/contract';
import { decimal, documentKinds, sourceAgreed, suggestedSupplier } from '@tradehouse/domain';
import type { GoodsKindCode } from '@tradehouse/domain';
import { call } from '../../app/net/client.ts';
import { notices } from '../../app/notices.ts';
import { todayIn } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { readPartner } from '../../control/references.tsx';
import type { PartnerChoice } from '../../control/references.tsx';
import { partnerHead } from '../draft/partnerHead.ts';
import { agreedWith } from '../draft/paymentTerms.ts';
import { begunLines } from '../draft/begun.ts';
import { lineFromReply, supplierOf } from '../draft/lineDraft.ts';
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

/** What a form begins with. */
export interface Start {
  readonly head: HeadDraft;
  readonly lines: readonly LineDraft[];
  /** The Idempotency-Key of a draft that is gone on with. */
  readonly key?: string;
}

/** What a form is opened for, as its address says. */
export type Purpose =
  /** For a partner, where the address names one. */
  | { readonly open: 'new'; readonly partnerId?: string }
  | { readonly open: 'edit'; readonly id: string }
  | { readonly open: 'copy'; readonly id: string }
  /** With goods that another page has chosen. */
  | { readonly open: 'begin'; readonly lines: string }
  /** Made from documents of one partner. */
  | { readonly open: 'convert'; readonly ids: string };

/** What can be chosen without asking, and what is chosen unless the user says otherwise. */
export interface Defaults {
  readonly warehouses: readonly { readonly id: string; readonly name: string }[];
  readonly warehouseId: string | null;
  readonly accountId: string | null;
}

/** Read once when a form opens. */
export async function readDefaults(): Promise<Defaults> {
  const [warehouses, { accountList }] = await Promise.all([
    call(myWarehouses, {}),
    call(accountChoices, {}),
  ]);
  const chosen =
    warehouses.find(({ isDefault }) => isDefault) ??
    (warehouses.length === 1 ? warehouses[0] : undefined);
  const account =
    accountList.find(({ isDefault }) => isDefault) ??
    (accountList.length === 1 ? accountList[0] : undefined);
  return { warehouses, warehouseId: chosen?.id ?? null, accountId: account?.id ?? null };
}

/** The head and lines a form opens with; what day it is, the clock of the company says. */
export async function startOf(
  code: GoodsKindCode,
  purpose: Purpose,
  defaults: Defaults,
  timeZone: string,
): Promise<Start> {
  switch (purpose.open) {
    case 'new': {
      const head = newHead(code, defaults);
      const partner = await partnerOf(code, purpose.partnerId);
      return { head: { ...head, ...(partner && partnerHead(code, head, partner)) }, lines: [] };
    }
    case 'begin':
      return { head: newHead(code, defaults), lines: begunLines(purpose.lines) };
    case 'edit': {
      const reply = await call(goodsDocuments.info, { id: purpose.id });
      return { head: headFromReply(reply), lines: reply.lines.map(savedLine(code)) };
    }
    case 'copy': {
      const reply = await call(goodsDocuments.info, { id: purpose.id });
      const today = todayIn(timeZone);
      const head = copiedHead(headFromReply(reply), today);
      return {
        head: { ...head, ...(await termsNow(head)) },
        lines: reply.lines.map(lineFromReply).map((line) => copiedLine(line, today)),
      };
    }
    case 'convert':
      return convert(code, purpose.ids, defaults);
  }
}

/** The partner that a document is begun for; null where its kind has none, or the user may not choose it. */
async function partnerOf(
  code: GoodsKindCode,
  id: string | undefined,
): Promise<PartnerChoice | null> {
  const { partner } = documentKinds[code];
  return id === undefined || partner === null ? null : readPartner(partner.type, id);
}

function newHead(code: GoodsKindCode, defaults: Defaults): HeadDraft {
  // Orders take a deposit only where the user says so; their account is optional.
  const accountId = documentKinds[code].account === 'required' ? defaults.accountId : null;
  return { ...blankHead, settlement: { ...blankSettlement, accountId } };
}

type Converted = ReplyOf<typeof documentToConvert>;

async function convert(code: GoodsKindCode, ids: string, defaults: Defaults): Promise<Start> {
  const reply = await call(documentToConvert, { ids, kind: code });
  if (reply.lines.length === 0) void notices().message.warning(t('document.link.nothingLeft'));
  const head = convertedHead(code, reply, defaults);
  return {
    head: { ...head, ...(await termsNow(head)) },
    lines: convertedLines(code, reply, defaults),
  };
}

/** Whom the lines that were chosen suggest to buy of, where they agree and the document goes to a supplier. */
const suggestedBy = (code: GoodsKindCode, { lines }: Converted) =>
  documentKinds[code].partner?.type === 'supplier'
    ? suggestedSupplier(lines.map(supplierOf))
    : null;

const isZero = (amount: string): boolean => decimal(amount).isZero();

/** Discount, deposit, account and people go on from the source. */
export function convertedHead(
  code: GoodsKindCode,
  reply: Converted,
  defaults: Defaults,
): HeadDraft {
  // Orders take a deposit only where the user says so: their account is no one's to choose beforehand.
  const accountId =
    documentKinds[code].account === 'required' ? (reply.accountId ?? defaults.accountId) : null;
  const agrees = reply.discounts.some(({ discount }) => !isZero(discount));
  const deposit = isZero(reply.depositLeft) ? '' : reply.depositLeft;
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

/** A saved line; where its source agreed on no price, its price is one that was proposed. */
export const savedLine =
  (code: GoodsKindCode) =>
  (reply: ReplyOf<typeof goodsDocuments.info>['lines'][number]): LineDraft => {
    const line = lineFromReply(reply);
    if (line.source === null || sourceAgreed(code)) return line;
    return { ...line, source: { ...line.source, unpriced: true } };
  };

/** What is left of each source line, at the price that was agreed. */
export function convertedLines(
  code: GoodsKindCode,
  { lines, currency }: Pick<Converted, 'lines' | 'currency'>,
  defaults: Defaults,
): readonly LineDraft[] {
  const placed = documentKinds[code].warehouse;
  // What no one agreed on is in the company's own money, at what a line would start with.
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
