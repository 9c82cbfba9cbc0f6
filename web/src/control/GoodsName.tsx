import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly barcode: string;
  readonly skuCode: string;
}

/** What goods are called, with their codes in small. */
export const GoodsName = ({ name, barcode, skuCode }: Props): ReactNode => (
  <>
    {name} <small>{[barcode, skuCode].filter((one) => one !== '').join(' ')}</small>
  </>
);
