import type { ReactNode } from 'react';
import { t } from '../phrase/index.ts';
import { CategorySelect } from './CategorySelect.tsx';
import { BrandSelect, ProductSelect } from './references.tsx';

/** Which goods are wanted: of one product, of a category with all below it, or of a brand. */
export interface Wanted {
  readonly productIds?: string;
  readonly categoryId?: string;
  readonly brandId?: string;
}

/** Brings one product, those of a category, or those of a brand. */
export const GoodsChooser = ({
  onWanted,
}: {
  readonly onWanted: (wanted: Wanted) => void;
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
