import { documentTrail } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { callEndpoint } from '../../app/net/client.ts';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { DocumentStatus } from '../../control/DocumentStatus.tsx';
import { timeText } from '../../control/format.ts';
import { NumberText } from '../../control/NumberText.tsx';
import { PageLink } from '../../control/PageLink.tsx';
import { PaneModal } from '../../control/PaneModal.tsx';
import { FailureView } from '../../control/FailureView.tsx';
import { t } from '../../phrase/index.ts';
import { arrangeTrail } from './trailLevels.ts';
import type { TrailTreeRow } from './trailLevels.ts';

interface Props {
  readonly id: string;
  readonly onOpen: (url: string) => void;
  readonly onClose: () => void;
}

/** Shows every linked document as a tree from its origin. */
export function TrailTree({ id, onOpen, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['document', 'trail', id],
    queryFn: () => callEndpoint(documentTrail, { id }, { quiet: true }),
    staleTime: 0,
  });
  return (
    <PaneModal
      width={820}
      title={t('bill.treeTitle')}
      ready={data !== undefined}
      onCancel={onClose}
    >
      {error !== null && (
        <FailureView title={error.message}>
          <Button onClick={() => void refetch()}>{t('act.retry')}</Button>
        </FailureView>
      )}
      {data === undefined && error === null && <Skeleton active />}
      {data !== undefined && (
        <ul className="trail-tree">
          {arrangeTrail(data.rows).map((one) => (
            <Branch
              key={one.row.id}
              one={one}
              here={one.row.id === id}
              onOpen={(url) => {
                onClose();
                onOpen(url);
              }}
            />
          ))}
        </ul>
      )}
      {data?.more === true && <Alert type="info" showIcon title={t('bill.treeMore')} />}
    </PaneModal>
  );
}

function Branch({
  one: { row, level, others },
  here,
  onOpen,
}: {
  readonly one: TrailTreeRow;
  readonly here: boolean;
  readonly onOpen: (url: string) => void;
}) {
  const { timeZone } = useSettings();
  const { name, url, subject, price } = documentKinds[row.kind];
  const unpriced = subject === 'goods' && price === null;
  const text = `${name[language]} ${row.number}`;
  return (
    <li style={{ paddingInlineStart: level * 24 }} aria-current={here}>
      <span className="trail-tree-name">
        {here || url === null ? (
          <strong>{text}</strong>
        ) : (
          <PageLink url={`${url}/${row.id}`} onOpen={onOpen}>
            {text}
          </PageLink>
        )}
        {others.length > 0 && <small>{t('bill.tag.from', { numbers: others.join(', ') })}</small>}
      </span>
      <DocumentStatus kind={row.kind} status={row.status} closed={row.closed} />
      <span className="trail-tree-time">{timeText(row.time, timeZone)}</span>
      <span className="trail-tree-amount">
        <NumberText value={unpriced ? null : row.amount} as="money" />
      </span>
    </li>
  );
}
