package judge;

import eu.europa.esig.dss.diagnostic.AbstractSignatureWrapper;
import eu.europa.esig.dss.diagnostic.DiagnosticData;
import eu.europa.esig.dss.diagnostic.SignatureWrapper;
import eu.europa.esig.dss.diagnostic.TimestampWrapper;
import eu.europa.esig.dss.diagnostic.jaxb.XmlObjectModification;
import eu.europa.esig.dss.enumerations.Indication;
import eu.europa.esig.dss.jaxb.object.Message;
import eu.europa.esig.dss.model.DSSException;
import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.pades.validation.PDFDocumentValidator;
import eu.europa.esig.dss.simplereport.SimpleReport;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.validation.reports.Reports;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * EU DSS under its default policy (ETSI EN 319 102-1), with the given trust anchors and nothing fetched. DSS only warns about what was
 * done to the file after a signature; here each such finding is a problem.
 */
final class Pades {
    private Pades() {
    }

    /**
     * @param at when it is judged; null: now
     * @param listedPem the authority that a trusted list names; null: there is no list
     * @param status of its service on that list
     */
    static Map<String, Object> judge(Path file, String rootPem, Date at, String listedPem, String status) throws Exception {
        Map<String, Object> verdict = new LinkedHashMap<>();
        List<Map<String, Object>> signatures = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        verdict.put("signatures", signatures);
        verdict.put("problems", problems);
        List<String> changes = new ArrayList<>();
        verdict.put("changes", changes);
        verdict.put("stampsIntact", true);
        Reports reports;
        try {
            PDFDocumentValidator validator = new PDFDocumentValidator(new FileDocument(file.toFile()));
            validator.setCertificateVerifier(offline(rootPem, listedPem, status));
            if (at != null) validator.setValidationTime(at);
            reports = validator.validateDocument();
        } catch (DSSException e) {
            problems.add("unreadable: " + e.getMessage());
            return verdict;
        }
        SimpleReport simple = reports.getSimpleReport();
        DiagnosticData data = reports.getDiagnosticData();
        for (SignatureWrapper s : data.getSignatures()) signatures.add(signature(s, simple, problems));
        if (signatures.isEmpty()) problems.add("no signature");
        List<AbstractSignatureWrapper> tokens = new ArrayList<>(data.getSignatures());
        data.getTimestampList().stream().filter(t -> t.getPDFRevision() != null).forEach(tokens::add);
        long covered = 0;
        for (AbstractSignatureWrapper token : tokens) {
            changes.addAll(changes(token));
            covered = Math.max(covered, end(token.getSignatureByteRange()));
        }
        problems.addAll(changes);
        verdict.put("stampsIntact", data.getTimestampList().stream().filter(t -> t.getPDFRevision() != null)
            .allMatch(t -> t.isMessageImprintDataIntact() && t.isSignatureIntact() && t.isSignatureValid()));
        verdict.put("bytesAfterLastToken", file.toFile().length() - covered);
        return verdict;
    }

    private static Map<String, Object> signature(SignatureWrapper s, SimpleReport simple, List<String> problems) {
        String id = s.getId();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("field", s.getFirstFieldName());
        row.put("indication", simple.getIndication(id).toString());
        row.put("level", s.getSignatureFormat().toString());
        row.put("intact", s.isSignatureIntact() && s.isSignatureValid());
        row.put("sub", String.valueOf(simple.getSubIndication(id)));
        row.put("qualification", simple.getSignatureQualification(id).name());
        row.put("warnings", messages(simple.getAdESValidationWarnings(id)));
        if (simple.getIndication(id) != Indication.TOTAL_PASSED)
            problems.add(s.getFirstFieldName() + ": " + simple.getIndication(id) + " " + simple.getSubIndication(id)
                + " " + messages(simple.getAdESValidationErrors(id)));
        for (TimestampWrapper t : s.getTimestampList())
            if (simple.getIndication(t.getId()) != Indication.PASSED)
                problems.add(s.getFirstFieldName() + ": " + t.getType() + " " + simple.getIndication(t.getId())
                    + " " + simple.getSubIndication(t.getId()));
        return row;
    }

    private static List<String> changes(AbstractSignatureWrapper t) {
        List<String> found = new ArrayList<>();
        String name = t.getFirstFieldName() + ": ";
        if (!t.isPdfSignatureDictionaryConsistent()) found.add(name + "the signature dictionary was changed");
        if (!t.isSignatureByteRangeValid()) found.add(name + "the byte range is wrong");
        describe(t.getPdfUndefinedChanges(), name + "changed: ", found);
        describe(t.getPdfAnnotationChanges(), name + "annotations changed: ", found);
        if (!t.getPdfAnnotationsOverlapConcernedPages().isEmpty()) found.add(name + "annotations overlap");
        if (!t.getPdfVisualDifferenceConcernedPages().isEmpty()) found.add(name + "it looks different");
        if (!t.getPdfPageDifferenceConcernedPages().isEmpty()) found.add(name + "pages were added or removed");
        return found;
    }

    private static void describe(List<XmlObjectModification> changes, String what, List<String> found) {
        for (XmlObjectModification change : changes) found.add(what + change.getAction() + " " + change.getValue());
    }

    private static long end(List<BigInteger> range) {
        int last = range.size() - 1;
        return last < 1 ? 0 : range.get(last - 1).add(range.get(last)).longValueExact();
    }

    private static List<String> messages(List<Message> messages) {
        return messages.stream().map(Message::getValue).toList();
    }

    private static CommonCertificateVerifier offline(String pem, String listedPem, String status) throws Exception {
        CommonTrustedCertificateSource trusted = new CommonTrustedCertificateSource();
        for (CertificateToken root : certificates(pem)) trusted.addCertificate(root);
        CommonCertificateVerifier verifier = new CommonCertificateVerifier();
        if (listedPem == null) verifier.setTrustedCertSources(trusted);
        else verifier.setTrustedCertSources(trusted, TrustLists.naming(certificates(listedPem).get(0), status));
        verifier.setAIASource(null); // the default one goes online
        return verifier;
    }

    private static List<CertificateToken> certificates(String pem) throws GeneralSecurityException {
        List<CertificateToken> found = new ArrayList<>();
        ByteArrayInputStream in = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in))
            found.add(new CertificateToken((X509Certificate) each));
        return found;
    }
}
