import type { ReactNode } from 'react';
import { Thumbnail } from '../../control/Pictures.tsx';

interface Pictured {
  readonly barcode: string | null;
  readonly imageId: string | null;
  readonly name: string | null;
}

/** Renders a product's barcode after its first picture, if any. */
export const picturedBarcode = ({ barcode, imageId, name }: Pictured): ReactNode => (
  <>
    {imageId === null ? null : <Thumbnail id={imageId} name={name ?? ''} />}
    {barcode}
  </>
);
