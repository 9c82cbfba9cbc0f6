import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly barcode: string;
  readonly skuCode: string;
}

/** Name of goods, with their codes in small type. */
export const GoodsName = ({ name, barcode, skuCode }: Props): ReactNode => (
  <>
    {name} <small>{[barcode, skuCode].filter((one) => one !== '').join(' ')}</small>
  </>
);
