import { waitingCount, waitingTable } from '@tradehouse/contract';
import type { InputOf, RowOf } from '@tradehouse/contract';
import { documentKinds, purseSettledByKind } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Typography } from 'antd';
import { useState } from 'react';
import { callEndpoint, readTablePage } from '../../app/net/client.ts';
import { actsTitle } from '../../control/actsTitle.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { PickTable } from '../../control/PickTable.tsx';
import { Caution } from '../../list/Caution.tsx';
import { t } from '../../phrase/index.ts';
import { partnerLabel } from '../form/DocumentHead.tsx';
import { cashSideOfKind } from '../settlement/sides.ts';

type WaitingPartnerRow = RowOf<typeof waitingTable>;
/** Receipts and payments: kinds with waiting partners. */
type WaitingKind = InputOf<typeof waitingCount>['kind'];

/** Checks if partners wait for documents of a kind: the kind settles debts. */
export const isWaitedFor = (code: KindCode): code is WaitingKind =>
  ['receivable', 'payable'].includes(purseSettledByKind(code) ?? '');

const PAGE = 50;
const sideOfWaitingKind = (code: WaitingKind): 'receive' | 'pay' =>
  cashSideOfKind(documentKinds[code]) === 'receive' ? 'receive' : 'pay';

interface Props {
  readonly code: WaitingKind;
  /** Writes a document for the partner. */
  readonly onTake: (partner: { readonly id: string; readonly name: string }) => void;
}

/** Shows the number of partners awaiting a receipt or payment, and their list. */
export function WaitingButton({ code, onTake }: Props) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['list', waitingCount.path, code],
    queryFn: () => callEndpoint(waitingCount, { kind: code }, { silent: true }),
  });
  const title = t(`money.waiting.${sideOfWaitingKind(code)}`);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {data === undefined ? title : `${title} (${data.count})`}
      </Button>
      {open && (
        <WaitingPartners
          code={code}
          onTake={(partner) => {
            setOpen(false);
            onTake(partner);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Lists partners with open debts, largest first; each starts a document. */
function WaitingPartners({ code, onTake, onClose }: Props & { readonly onClose: () => void }) {
  const [asked, setAsked] = useState('');
  const [page, setPage] = useState(1);
  const name = asked.trim();
  const search = JSON.stringify({ kind: code, ...(name === '' ? {} : { name }) });
  const found = useQuery({
    queryKey: ['list', waitingTable.path, search, page],
    queryFn: () =>
      readTablePage(waitingTable, { search, currentPage: page, pageSize: PAGE }, { quiet: true }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const act = t(`money.settle.${sideOfWaitingKind(code)}`);
  const who = partnerLabel(documentKinds[code]);
  return (
    <PaneModal width={800} title={t(`money.waiting.${sideOfWaitingKind(code)}`)} onCancel={onClose}>
      <Caution list={{ table: waitingTable, columns: {} }} />
      <Input.Search
        allowClear
        aria-label={who}
        placeholder={who}
        style={{ width: 260, marginBottom: 8 }}
        onSearch={(typed) => {
          setPage(1);
          setAsked(typed);
        }}
      />
      <PickTable<WaitingPartnerRow>
        found={found}
        page={page}
        pageSize={PAGE}
        onPage={setPage}
        none={t('money.waiting.none')}
        rowKey="id"
        scroll={{ y: 380 }}
        columns={[
          {
            title: who,
            dataIndex: 'name',
            ellipsis: true,
          },
          {
            title: t('money.waiting.owed'),
            dataIndex: 'owed',
            width: 150,
            align: 'right',
            render: (owed: string | null) => <NumberText value={owed} as="money" currency />,
          },
          {
            key: 'act',
            title: actsTitle(),
            width: 100,
            align: 'right',
            render: (_, { id, name: called }) => (
              <Button
                type="link"
                size="small"
                onClick={() => onTake({ id: id ?? '', name: called ?? '' })}
              >
                {act}
              </Button>
            ),
          },
        ]}
      />
      <Typography.Text type="secondary">{t('money.waiting.note')}</Typography.Text>
    </PaneModal>
  );
}
