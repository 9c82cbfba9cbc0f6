import { brands } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useMay } from '../app/settings/permission.ts';
import { PageLink } from '../control/PageLink.tsx';
import { Thumbnail } from '../control/Pictures.tsx';
import { urlWithFilters } from '../list/filters/filterState.ts';
import { recordPage } from '../list/recordPage.tsx';
import { BrandForm } from './brandForm.tsx';

type BrandRow = RowOf<typeof brands.table>;

const PRODUCTS = '/material/material';

/** Number of products of the brand, with a link. */
function BrandProductsLink({ row: { id, name, products } }: { readonly row: BrandRow }): ReactNode {
  const may = useMay();
  if (products === null || products === 0 || !may(PRODUCTS)) return products;
  return (
    <PageLink url={urlWithFilters(PRODUCTS, { brandId: id }, { brandId: name ?? '' })}>
      {products}
    </PageLink>
  );
}

export default recordPage(brands, {
  nameColumn: 'name',
  cells: {
    products: (row: BrandRow): ReactNode => <BrandProductsLink row={row} />,
  },
  mark: ({ logoId, name }: BrandRow): ReactNode =>
    logoId === null ? null : <Thumbnail id={logoId} name={name ?? ''} />,
  form: BrandForm,
  facts: ['code', 'products', 'enabled'],
});
