import { logisticsOrders } from '@tradehouse/contract';
import type { DocumentReply } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { ReadModal } from '../../control/ReadModal.tsx';
import { t } from '../../phrase/index.ts';
import { newParcel } from '../fulfil/delivery/Parcels.tsx';
import { selectGoodsLines, sumLineWeights } from '../fulfil/delivery/picks.ts';
import { CarrierDialog } from './CarrierDialog.tsx';
import type { Sending } from './CarrierDialog.tsx';

interface Props {
  /** A return or a transfer: no other page prepares its goods. */
  readonly reply: DocumentReply;
  readonly onClose: () => void;
  /** Something of the document changed. */
  readonly onDone: () => void;
}

/**
 * Ships a document's goods: with the last shipment's data, else to the partner in a parcel of the goods'
 * weight.
 */
export function SendDialog(props: Props): ReactNode {
  const { id: documentId, number, lines } = props.reply;
  return (
    <ReadModal
      title={t('shipment.title')}
      width={900}
      onCancel={props.onClose}
      queryKey={['sending', documentId]}
      read={async () => {
        const order = await callEndpoint(
          logisticsOrders.ofDocument,
          { documentId },
          { quiet: true },
        );
        if (order !== null) return order;
        const receiver = await callEndpoint(
          logisticsOrders.receiver,
          { documentId },
          { quiet: true },
        );
        return { ...receiver, parcels: [newParcel(sumLineWeights(selectGoodsLines(lines)))] };
      }}
    >
      {({ receiver, phone, address, postcode, parcels }) => (
        <SendForm
          {...props}
          begun={{ documentId, number, receiver, phone, address, postcode, parcels }}
        />
      )}
    </ReadModal>
  );
}

function SendForm({ begun, onClose, onDone }: Props & { readonly begun: Sending }) {
  const [sending, setSending] = useState(begun);
  return (
    <CarrierDialog
      sending={sending}
      onSending={(change) => setSending({ ...sending, ...change })}
      onClose={onClose}
      onTracking={onDone}
    />
  );
}
