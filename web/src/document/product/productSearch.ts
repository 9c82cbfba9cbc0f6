import type { InputOf, ReplyOf } from '@tradehouse/contract';
import { barcodesForLine, productChoices } from '@tradehouse/contract';
import { barcodeFinder } from '@tradehouse/domain';
import { call } from '../../app/net/client.ts';
import { queryClient } from '../../app/net/query.ts';
import { ownCurrency } from '../../app/settings/settings.ts';
import type { CommonHead } from '../draft/commonHead.ts';
import type { LineProduct } from '../draft/lineDraft.ts';

export type ProductHit = ReplyOf<typeof productChoices>['rows'][number];
export type ProductQuery = InputOf<typeof productChoices>;

const FRESH = 30_000;

/** Products that answer to a keyword, asked once in half a minute; anyone who gave up meanwhile hears nothing. */
export async function searchProducts(query: ProductQuery): Promise<ReplyOf<typeof productChoices>> {
  return queryClient.fetchQuery({
    queryKey: ['products', query],
    queryFn: () => call(productChoices, query, { quiet: true }),
    staleTime: FRESH,
  });
}

/** What a line needs to know besides the code: prices depend on kind and partner, stock on the warehouse. */
export interface LineContext extends Terms {
  readonly kind: string;
  readonly partnerId: string | null;
  readonly warehouseId: string | null;
  /** The activity that it is sold in. */
  readonly activityId: string | null;
}

/** The money a document is in: '' is the company's own. */
export type Terms = Pick<CommonHead, 'currency' | 'exchangeRate'>;

/** Whether it is another than the company's own, and what it is worth known. */
const abroad = ({ currency, exchangeRate }: Terms): 'no' | 'unknown' | 'yes' => {
  if (currency === '' || currency === ownCurrency()) return 'no';
  return /^[A-Z]{3}$/.test(currency) &&
    /^\d{1,15}(\.\d{1,6})?$/.test(exchangeRate) &&
    Number(exchangeRate) > 0
    ? 'yes'
    : 'unknown';
};

/** What a product costs is not known as long as its money isn't. */
const unpriced = (product: LineProduct): LineProduct => ({
  ...product,
  price: null,
  minimumPrice: null,
  units: product.units.map((unit) => ({ ...unit, price: null, minimumPrice: null })),
});

/** Codes in one question; the address of a request is not endless. */
const CODES = 100;

/** What the codes name, by code; those that name nothing are missing. Rejects when the server can't be asked. */
export async function lookUp(
  codes: readonly string[],
  { kind, partnerId, warehouseId, activityId, ...terms }: LineContext,
): Promise<ReadonlyMap<string, LineProduct>> {
  const { currency, exchangeRate } = terms;
  const foreign = abroad(terms);
  // A comma would ask for two codes.
  const whole = codes.filter((code) => !code.includes(',') && code.length <= 60);
  const chunks = Array.from({ length: Math.ceil(whole.length / CODES) }, (_, at) =>
    whole.slice(at * CODES, (at + 1) * CODES),
  );
  const answers = await Promise.all(
    chunks.map((chunk) =>
      call(
        barcodesForLine,
        {
          barCode: chunk.join(','),
          kind,
          ...(partnerId === null ? {} : { organId: partnerId }),
          ...(warehouseId === null ? {} : { depotId: warehouseId }),
          ...(activityId === null ? {} : { activityId }),
          ...(foreign === 'yes' ? { currency, exchangeRate } : {}),
        },
        { quiet: true },
      ),
    ),
  );
  const found = answers
    .flat()
    .map((product) => (foreign === 'unknown' ? unpriced(product) : product));
  const find = barcodeFinder(found, ({ barcode }) => barcode);
  return new Map(
    codes.flatMap((code) => {
      const product = find(code);
      return product === undefined ? [] : [[code, product]];
    }),
  );
}

/** How a hit reads in one line. */
export const hitHint = ({ standard, model, color, attributes, unit, stock }: ProductHit): string =>
  [standard, model, color, attributes, unit].filter((part) => part !== '').join(' · ') +
  ` · ${stock}`;
