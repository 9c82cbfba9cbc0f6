import { maskOfKind, offerPromotions, promotions } from '@tradehouse/contract';
import type { InputOf, ReplyOf } from '@tradehouse/contract';
import {
  decimal,
  documentKinds,
  kindCodes,
  takesPromotions,
  toPlainDecimal,
} from '@tradehouse/domain';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { mayOpen, mayUseCustomer, refuseWith, seesAmounts } from '../../kernel/access/index.ts';
import { mountRead } from '../../kernel/http/index.ts';
import { mountResource } from '../../kernel/table/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import { readOffer } from './offer.ts';
import { promotionWriter } from './promotions.ts';

export function promotionRoutes(app: FastifyInstance): void {
  mountResource(app, promotions, promotionWriter);
  mountRead(app, offerPromotions, computeOffer);
}

interface OfferedBarcode {
  readonly code: string;
  readonly id: string;
  readonly minimum: string | null;
}

interface OfferSettings {
  readonly currency: string;
  readonly digits: number;
}

/** Computes an offer for users who may open the kind's page and see the amounts of sales. */
async function computeOffer(
  context: Context,
  asked: InputOf<typeof offerPromotions>,
): Promise<ReplyOf<typeof offerPromotions>> {
  const { tx, tenantId, scope } = context;
  const code = kindCodes.find((known) => known === asked.kind);
  if (code === undefined || !takesPromotions(code))
    return refuseWith('document.kind', { kind: asked.kind }, { field: 'kind' });
  const kind = documentKinds[code];
  // An offer reveals prices of sales: promotions, and minimum prices.
  const sees = seesAmounts(scope, maskOfKind(kind)) && seesAmounts(scope, 'sale');
  if (!mayOpen(scope, kind.url ?? '') || !sees) refuseWith('access.denied');
  const { partnerId = null, time = null, documentId = null } = asked;
  if (partnerId !== null && kind.partner?.type === 'customer' && !mayUseCustomer(scope, partnerId))
    refuseWith('document.partnerMissing', {}, { field: 'partnerId' });
  const codes = asked.lines.map(({ barcode }) => barcode);
  const { rows } = await sql<OfferedBarcode>`
    select code, id, minimum_price as minimum from barcode
    where tenant_id = ${tenantId} and code = any(${codes}::text[])`.execute(tx);
  const { rows: settings } = await sql<OfferSettings>`
    select currency, currency_digits as digits from tenant_setting where tenant_id = ${tenantId}`.execute(
    tx,
  );
  const { currency = '', digits = 2 } = settings[0] ?? {};
  const known = new Map(rows.map((row) => [row.code, row]));
  const isOwn =
    asked.currency === undefined || asked.currency === '' || asked.currency === currency;
  const offer = await readOffer(context, {
    partnerId,
    time,
    documentId,
    couponCode: asked.couponCode ?? '',
    digits,
    holds: false,
    lines: asked.lines.map(({ barcode, quantity, regularPrice }) => {
      const { id = '', minimum = null } = known.get(barcode) ?? {};
      return {
        barcodeId: id,
        quantity: decimal(quantity),
        regularPrice: decimal(regularPrice),
        minimumPrice: minimum === null ? null : decimal(minimum),
      };
    }),
  });
  return {
    running: isOwn && offer.running,
    couponKnown: offer.couponKnown,
    lines: offer.lines.map(({ amount, discount, promotions: names }) => ({
      amount: toPlainDecimal(isOwn ? amount : amount.plus(discount)),
      discount: isOwn ? toPlainDecimal(discount) : '0',
      promotions: isOwn ? names.join(', ') : '',
    })),
  };
}
