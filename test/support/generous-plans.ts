/** A plan file whose rates no test meets; its one plan is `abused`. */
export const GENEROUS_PLANS = {
  abused: {
    title: 'Abused',
    documents: {
      documents_per_month: 1_000_000,
      templates: null,
      versions_per_template: 10,
      api_keys: null,
      file_size_mb: 25,
      requests_per_minute: 1_000_000,
      simultaneous_requests: 1_000,
    },
    signature: {
      signatures_per_month: 1_000_000,
      api_keys: null,
      pdf_size_mb: 25,
      sends_per_minute: 1_000_000,
      request_expiry_days: 30,
    },
  },
}
