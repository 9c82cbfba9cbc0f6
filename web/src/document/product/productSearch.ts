import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { barcodesForLine, productChoices } from '@tradehouse/contract';
import { barcodeFinder } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { queryClient } from '../../app/net/query.ts';
import { ownCurrency } from '../../app/settings/settings.ts';
import type { CommonHead } from '../draft/commonHead.ts';
import type { LineProduct } from '../draft/lineDraft.ts';

export type ProductHit = ReplyOf<typeof productChoices>['rows'][number];
export type ProductQuery = InputOf<typeof productChoices>;

const FRESH = 30_000;

/** Searches products; results stay fresh for half a minute, and abandoned requests are ignored. */
export async function searchProductChoices(
  query: ProductQuery,
): Promise<ReplyOf<typeof productChoices>> {
  return queryClient.fetchQuery({
    queryKey: ['products', query],
    queryFn: () => callEndpoint(productChoices, query, { quiet: true }),
    staleTime: FRESH,
  });
}

/** Inputs of a line lookup besides the code: prices depend on kind and partner, stock on the warehouse. */
export interface LineContext extends DocumentCurrency {
  readonly kind: string;
  readonly partnerId: string | null;
  readonly warehouseId: string | null;
  /** Activity of the sale. */
  readonly activityId: string | null;
  /** Time of the document; null: now. */
  readonly time: string | null;
}

/** The money a document is in: '' is the company's own. */
export type DocumentCurrency = Pick<CommonHead, 'currency' | 'exchangeRate'>;

/** Checks for a foreign currency and a known rate. */
const toForeignCurrencyState = ({
  currency,
  exchangeRate,
}: DocumentCurrency): 'no' | 'unknown' | 'yes' => {
  if (currency === '' || currency === ownCurrency()) return 'no';
  return /^[A-Z]{3}$/.test(currency) &&
    /^\d{1,15}(\.\d{1,6})?$/.test(exchangeRate) &&
    Number(exchangeRate) > 0
    ? 'yes'
    : 'unknown';
};

/** Removes a product's prices: unknown while the exchange rate is unknown. */
const withoutProductPrices = (product: LineProduct): LineProduct => ({
  ...product,
  price: null,
  priceSteps: [],
  minimumPrice: null,
  units: product.units.map((unit) => ({
    ...unit,
    price: null,
    priceSteps: [],
    minimumPrice: null,
  })),
});

/** Codes per request; URL length is limited. */
const CODES = 100;

/** Looks up products by code; unknown codes are absent. Rejects if the server is unreachable. */
export async function lookUp(
  codes: readonly string[],
  { kind, partnerId, warehouseId, activityId, time, ...terms }: LineContext,
): Promise<ReadonlyMap<string, LineProduct>> {
  const { currency, exchangeRate } = terms;
  const foreign = toForeignCurrencyState(terms);
  // A comma would ask for two codes.
  const whole = codes.filter((code) => !code.includes(',') && code.length <= 60);
  const chunks = Array.from({ length: Math.ceil(whole.length / CODES) }, (_, at) =>
    whole.slice(at * CODES, (at + 1) * CODES),
  );
  const answers = await Promise.all(
    chunks.map((chunk) =>
      callEndpoint(
        barcodesForLine,
        {
          barCode: chunk.join(','),
          kind,
          ...(partnerId === null ? {} : { organId: partnerId }),
          ...(warehouseId === null ? {} : { depotId: warehouseId }),
          ...(activityId === null ? {} : { activityId }),
          ...(time === null ? {} : { time }),
          ...(foreign === 'yes' ? { currency, exchangeRate } : {}),
        },
        { quiet: true },
      ),
    ),
  );
  const found = answers
    .flat()
    .map((product) => (foreign === 'unknown' ? withoutProductPrices(product) : product));
  const find = barcodeFinder(found, ({ barcode }) => barcode);
  return new Map(
    codes.flatMap((code) => {
      const product = find(code);
      return product === undefined ? [] : [[code, product]];
    }),
  );
}

export const hitHint = ({ standard, model, color, attributes, unit, stock }: ProductHit): string =>
  [standard, model, color, attributes, unit].filter((part) => part !== '').join(' · ') +
  ` · ${stock}`;
