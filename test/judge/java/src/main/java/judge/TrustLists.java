package judge;

import eu.europa.esig.dss.enumerations.DigestAlgorithm;
import eu.europa.esig.dss.enumerations.SignatureAlgorithm;
import eu.europa.esig.dss.model.DSSDocument;
import eu.europa.esig.dss.model.InMemoryDocument;
import eu.europa.esig.dss.model.SignatureValue;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.spi.client.http.DSSCacheFileLoader;
import eu.europa.esig.dss.spi.tsl.TrustedListsCertificateSource;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.tsl.job.TLValidationJob;
import eu.europa.esig.dss.tsl.function.TLPredicateFactory;
import eu.europa.esig.dss.tsl.source.LOTLSource;
import eu.europa.esig.dss.xades.XAdESSignatureParameters;
import eu.europa.esig.dss.xades.signature.XAdESService;
import eu.europa.esig.dss.xades.tsl.TrustedListV6SignatureParametersBuilder;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;

/**
 * A trusted list of one country with one qualified service, and the list of lists that points to it (ETSI TS 119 612, version 6), made
 * and signed for a test and then read by DSS as it reads those of the Union: signatures, pointers, dates, status.
 */
final class TrustLists {
    private static final String LOTL_URL = "https://lists.invalid/lotl.xml";
    private static final String LIST_URL = "https://lists.invalid/be.xml";
    private static final String BASE = "http://uri.etsi.org/TrstSvc/";
    private static final String TYPES = BASE + "TrustedList/TSLType/";

    private TrustLists() {
    }

    /**
     * @param authority the certificate of the service that issues certificates
     * @param status {@code granted} or {@code withdrawn}
     */
    static TrustedListsCertificateSource naming(CertificateToken authority, String status) throws Exception {
        Operator union = new Operator("EU");
        Operator country = new Operator("BE");
        Map<String, DSSDocument> files = new HashMap<>();
        files.put(LIST_URL, country.signed(xml("EUgeneric", "BE", "", providers(authority, status))));
        files.put(LOTL_URL, union.signed(xml("EUlistofthelists", "EU",
            "<PointersToOtherTSL>" + pointer("EUlistofthelists", "EU", LOTL_URL, union) + pointer("EUgeneric", "BE", LIST_URL, country)
                + "</PointersToOtherTSL>", "")));
        CommonTrustedCertificateSource signers = new CommonTrustedCertificateSource();
        signers.addCertificate(union.certificate);
        LOTLSource lotl = new LOTLSource();
        lotl.setUrl(LOTL_URL);
        lotl.setCertificateSource(signers);
        lotl.setLotlPredicate(TLPredicateFactory.createEULOTLPredicate());
        lotl.setTlPredicate(TLPredicateFactory.createEUTLPredicate());
        TrustedListsCertificateSource found = new TrustedListsCertificateSource();
        TLValidationJob job = new TLValidationJob();
        job.setListOfTrustedListSources(lotl);
        job.setTrustedListCertificateSource(found);
        job.setOnlineDataLoader(new Files(files));
        job.onlineRefresh();
        return found;
    }

    private static String xml(String type, String territory, String pointers, String providers) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return "<TrustServiceStatusList xmlns=\"http://uri.etsi.org/02231/v2#\" Id=\"list\" TSLTag=\"http://uri.etsi.org/19612/TSLTag\">"
            + "<SchemeInformation><TSLVersionIdentifier>6</TSLVersionIdentifier><TSLSequenceNumber>1</TSLSequenceNumber>"
            + "<TSLType>" + TYPES + type + "</TSLType>"
            + "<SchemeOperatorName>" + name("Test operator") + "</SchemeOperatorName>"
            + "<SchemeOperatorAddress>" + address() + "</SchemeOperatorAddress>"
            + "<SchemeName>" + name(territory + ":Test") + "</SchemeName>"
            + "<SchemeInformationURI>" + uri("https://lists.invalid/scheme") + "</SchemeInformationURI>"
            + "<StatusDeterminationApproach>" + BASE + "TrustedList/StatusDetn/"
            + (territory.equals("EU") ? "EUlistofthelists" : "EUappropriate") + "</StatusDeterminationApproach>"
            + "<SchemeTypeCommunityRules>" + uri(BASE + "TrustedList/schemerules/EUcommon") + "</SchemeTypeCommunityRules>"
            + "<SchemeTerritory>" + territory + "</SchemeTerritory>"
            + "<PolicyOrLegalNotice><TSLLegalNotice xml:lang=\"en\">Of a test</TSLLegalNotice></PolicyOrLegalNotice>"
            + "<HistoricalInformationPeriod>65535</HistoricalInformationPeriod>" + pointers
            + "<ListIssueDateTime>" + now.minus(Duration.ofHours(1)) + "</ListIssueDateTime>"
            + "<NextUpdate><dateTime>" + now.plus(Duration.ofDays(30)) + "</dateTime></NextUpdate></SchemeInformation>"
            + providers + "</TrustServiceStatusList>";
    }

    private static String pointer(String type, String territory, String url, Operator operator) {
        return "<OtherTSLPointer><ServiceDigitalIdentities><ServiceDigitalIdentity>" + digitalId(operator.certificate)
            + "</ServiceDigitalIdentity></ServiceDigitalIdentities><TSLLocation>" + url + "</TSLLocation><AdditionalInformation>"
            + other("<TSLType>" + TYPES + type + "</TSLType>")
            + other("<SchemeTerritory>" + territory + "</SchemeTerritory>")
            + other("<MimeType xmlns=\"http://uri.etsi.org/02231/v2/additionaltypes#\">application/vnd.etsi.tsl+xml</MimeType>")
            + other("<SchemeOperatorName>" + name("Test operator") + "</SchemeOperatorName>")
            + other("<SchemeTypeCommunityRules>" + uri(BASE + "TrustedList/schemerules/EUcommon") + "</SchemeTypeCommunityRules>")
            + "</AdditionalInformation></OtherTSLPointer>";
    }

    private static String providers(CertificateToken authority, String status) {
        String kinds = "";
        for (String kind : new String[] {"ForeSignatures", "ForeSeals"})
            kinds += "<Extension Critical=\"true\"><AdditionalServiceInformation>"
                + uri(BASE + "TrustedList/SvcInfoExt/" + kind) + "</AdditionalServiceInformation></Extension>";
        return "<TrustServiceProviderList><TrustServiceProvider><TSPInformation><TSPName>" + name("Tiers QTSP") + "</TSPName>"
            + "<TSPTradeName>" + name("VATBE-0123456789") + "</TSPTradeName><TSPAddress>" + address() + "</TSPAddress>"
            + "<TSPInformationURI>" + uri("https://lists.invalid/tsp") + "</TSPInformationURI></TSPInformation><TSPServices><TSPService>"
            + "<ServiceInformation><ServiceTypeIdentifier>" + BASE + "Svctype/CA/QC</ServiceTypeIdentifier>"
            + "<ServiceName>" + name("Tiers Qualified CA") + "</ServiceName><ServiceDigitalIdentity>" + digitalId(authority)
            + "</ServiceDigitalIdentity><ServiceStatus>" + BASE + "TrustedList/Svcstatus/" + status + "</ServiceStatus>"
            + "<StatusStartingTime>2020-01-01T00:00:00Z</StatusStartingTime><ServiceInformationExtensions>" + kinds
            + "</ServiceInformationExtensions></ServiceInformation></TSPService></TSPServices></TrustServiceProvider></TrustServiceProviderList>";
    }

    private static String name(String text) {
        return "<Name xml:lang=\"en\">" + text + "</Name>";
    }

    private static String uri(String text) {
        return "<URI xml:lang=\"en\">" + text + "</URI>";
    }

    private static String other(String content) {
        return "<OtherInformation>" + content + "</OtherInformation>";
    }

    private static String address() {
        return "<PostalAddresses><PostalAddress xml:lang=\"en\"><StreetAddress>1 Test Street</StreetAddress><Locality>Brussels</Locality>"
            + "<CountryName>BE</CountryName></PostalAddress></PostalAddresses><ElectronicAddress>" + uri("mailto:lists@lists.invalid")
            + uri("https://lists.invalid") + "</ElectronicAddress>";
    }

    private static String digitalId(CertificateToken certificate) {
        return "<DigitalId><X509Certificate>" + Base64.getEncoder().encodeToString(certificate.getEncoded())
            + "</X509Certificate></DigitalId>";
    }

    /** Who signs a list. */
    private static final class Operator {
        private final KeyPair keys;
        private final CertificateToken certificate;

        Operator(String territory) throws Exception {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            keys = generator.generateKeyPair();
            X500Name subject = new X500Name("C=" + territory + ",O=Test operator,CN=List signer");
            Instant now = Instant.now();
            X509Certificate made = new JcaX509CertificateConverter().getCertificate(
                new JcaX509v3CertificateBuilder(subject, BigInteger.valueOf(now.toEpochMilli()), Date.from(now.minus(Duration.ofDays(1))),
                    Date.from(now.plus(Duration.ofDays(365))), subject, keys.getPublic())
                    .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate())));
            certificate = new CertificateToken(made);
        }

        DSSDocument signed(String xml) throws Exception {
            DSSDocument list = new InMemoryDocument(xml.getBytes(StandardCharsets.UTF_8), "list.xml");
            XAdESSignatureParameters parameters = new TrustedListV6SignatureParametersBuilder(certificate, list)
                .setDigestAlgorithm(DigestAlgorithm.SHA256).build();
            XAdESService service = new XAdESService(new CommonCertificateVerifier());
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(service.getDataToSign(list, parameters).getBytes());
            return service.signDocument(list, parameters, new SignatureValue(SignatureAlgorithm.RSA_SHA256, signature.sign()));
        }
    }

    /** The two lists, at the addresses that they name. */
    private record Files(Map<String, DSSDocument> files) implements DSSCacheFileLoader {
        @Override
        public DSSDocument getDocument(String url) {
            return files.get(url);
        }

        @Override
        public DSSDocument getDocument(String url, boolean refresh) {
            return files.get(url);
        }

        @Override
        public DSSDocument getDocumentFromCache(String url) {
            return files.get(url);
        }

        @Override
        public boolean remove(String url) {
            return false;
        }
    }
}
