/** What openssl puts into the certificates of the other provider: usage, addresses, and what they claim (EN 319 412-5). */

/** @param origin where the authority publishes its certificate, list and answers */
export const opensslConfig = (origin: string) => `
[qc_seal]
compliance = SEQUENCE:qc_compliance
sscd = SEQUENCE:qc_sscd
type = SEQUENCE:qc_type
[qc_compliance]
id = OID:0.4.0.1862.1.1
[qc_sscd]
id = OID:0.4.0.1862.1.4
[qc_type]
id = OID:0.4.0.1862.1.6
types = SEQUENCE:qc_types
[qc_types]
seal = OID:0.4.0.1862.1.6.2
[qc_person]
compliance = SEQUENCE:qc_compliance
sscd = SEQUENCE:qc_sscd
type = SEQUENCE:qc_esign
[qc_esign]
id = OID:0.4.0.1862.1.6
types = SEQUENCE:qc_esigns
[qc_esigns]
person = OID:0.4.0.1862.1.6.1
[person]
keyUsage = critical,nonRepudiation
crlDistributionPoints = URI:${origin}/list.crl
authorityInfoAccess = caIssuers;URI:${origin}/issuer.crt,OCSP;URI:${origin}/responder
certificatePolicies = 0.4.0.194112.1.2
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:qc_person
[seal]
keyUsage = critical,nonRepudiation
crlDistributionPoints = URI:${origin}/list.crl
authorityInfoAccess = caIssuers;URI:${origin}/issuer.crt,OCSP;URI:${origin}/responder
certificatePolicies = 0.4.0.194112.1.3
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:qc_seal
[plain]
keyUsage = critical,digitalSignature,nonRepudiation
crlDistributionPoints = URI:${origin}/list.crl
authorityInfoAccess = caIssuers;URI:${origin}/issuer.crt
[server]
keyUsage = critical,digitalSignature
extendedKeyUsage = serverAuth
crlDistributionPoints = URI:${origin}/list.crl
[broken]
keyUsage = critical,nonRepudiation
authorityInfoAccess = DER:0500
[any]
countryName = optional
organizationName = optional
commonName = supplied
[ca]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[authority]
database = index.txt
serial = serial
default_md = sha256
default_crl_days = 1
certificate = root.pem
private_key = root.key
[req]
distinguished_name = none
[none]
`
