import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import { CategorySelect } from './CategorySelect.tsx';
import { BrandSelect, ProductSelect } from './references.tsx';

/** Requested goods: of a product, a category with its descendants, or a brand. */
export interface GoodsQuery {
  readonly productIds?: string;
  readonly categoryId?: string;
  readonly brandId?: string;
}

/** Adds one product, or the products of a category or brand. */
export const GoodsChooser = ({
  onWanted,
}: {
  readonly onWanted: (wanted: GoodsQuery) => void;
}): ReactNode => (
  <>
    <ProductSelect
      aria-label={t('price.choose')}
      placeholder={t('price.choose')}
      value={null}
      onChange={(id) => id !== null && onWanted({ productIds: id })}
    />
    <CategorySelect
      aria-label={t('price.byCategory')}
      placeholder={t('price.byCategory')}
      value={null}
      onChange={(id: string | null) => id !== null && onWanted({ categoryId: id })}
    />
    <BrandSelect
      aria-label={t('price.byBrand')}
      placeholder={t('price.byBrand')}
      value={null}
      onChange={(id) => id !== null && onWanted({ brandId: id })}
    />
  </>
);
