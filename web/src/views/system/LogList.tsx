import { logInfo, logTable, platformLogTable } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session/session.ts';
import { listPage } from '../../list/listPage.tsx';
import { t } from '../../phrase/index.ts';
import { LogChanges } from './logChanges.tsx';

const CompanyLog = listPage({
  table: logTable,
  facts: ['action', 'objectName', 'time'],
  expanded: ({ id, subject }) => (
    <LogChanges endpoint={logInfo} input={{ id }} subject={subject ?? ''} />
  ),
});

interface OwnChangesProps {
  readonly id: string | null;
  readonly subject: string | null;
  readonly tenantId: string | null;
}

/** What a company changed is its own affair; the platform's people read what they changed themselves. */
function OwnChanges({ id, subject, tenantId }: OwnChangesProps): ReactNode {
  const own = useSession()?.user.tenantId === tenantId;
  return own ? (
    <LogChanges endpoint={logInfo} input={{ id }} subject={subject ?? ''} />
  ) : (
    <p className="none">{t('log.foreign')}</p>
  );
}

const PlatformLog = listPage({
  table: platformLogTable,
  facts: ['action', 'tenantName', 'time'],
  expanded: ({ id, subject, tenantId }) => (
    <OwnChanges id={id} subject={subject} tenantId={tenantId} />
  ),
});

/** Who did what and when; the platform's own people read it of every company. */
export default function LogList(): ReactNode {
  return useSession()?.user.operator === true ? <PlatformLog /> : <CompanyLog />;
}
