const TOLERANCE_SECONDS = 300;

/** A delivery as it came, before anything of it is believed. */
export interface Delivery {
	headers: Record<string, string | string[] | undefined>;
	body: string;
}

/** Whether a delivery was signed with the secret (Standard Webhooks 1.0), and just now. */
export async function isGenuine(
	secret: string,
	{ headers, body }: Delivery,
	nowSeconds: number,
): Promise<boolean> {
	const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
		String(headers[`webhook-${name}`] ?? ''),
	);
	if (!(Math.abs(nowSeconds - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
	const key = await crypto.subtle.importKey(
		'raw',
		Buffer.from(secret.replace(/^whsec_/, ''), 'base64'),
		{ name: 'HMAC', hash: 'SHA-256' },
		false,
		['verify'],
	);
	const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
	for (const one of signatures.split(' ')) {
		const [version, value = ''] = one.split(',');
		const given = Buffer.from(value, 'base64');
		if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, given, signed))) return true;
	}
	return false;
}
